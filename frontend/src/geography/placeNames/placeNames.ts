/** Further names of places: phrases separated by `|`, by the destination that they stand for. */
export type PlaceNames = Readonly<Record<string, string>>;
