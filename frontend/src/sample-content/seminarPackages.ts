interface SeminarPackage {
  /** Key of its texts in the dictionaries, and the package's id on the events site. */
  readonly id: string;
  /** Euros per person and day. */
  readonly price: number;
}

export const SEMINAR_PACKAGES = [
  { id: 'essentielle', price: 85 },
  { id: 'premium', price: 120 },
  { id: 'luxe', price: 180 },
] as const satisfies readonly SeminarPackage[];

export type SeminarPackageId = (typeof SEMINAR_PACKAGES)[number]['id'];
