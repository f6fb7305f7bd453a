export const SECTIONS = ['overview', 'rates', 'amenities', 'rules', 'reviews'] as const;
export type SectionName = (typeof SECTIONS)[number];

export const sectionId = (name: SectionName) => `section-${name}`;
export const tabId = (name: SectionName) => `tab-${name}`;
