/** Names of places besides our own: phrases parted by `|`, by what is searched for. */
export type PlaceNames = Readonly<Record<string, string>>;
