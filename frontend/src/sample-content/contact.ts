/** The numbers that answer, from the range kept free for fiction. */
export const HELP_PHONE = '04 65 71 20 20';
export const CONCIERGE_PHONE = '04 65 71 20 40';
