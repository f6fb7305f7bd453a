/** The element id of a result, for links from the map. */
export const resultId = (id: number) => `result-${id}`;
