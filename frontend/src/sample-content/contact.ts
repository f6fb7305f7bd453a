/** Phone numbers from the range that is reserved for fiction. */
export const HELP_PHONE = '04 65 71 20 20';
export const CONCIERGE_PHONE = '04 65 71 20 40';
