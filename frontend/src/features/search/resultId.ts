/** Where the list holds an establishment, for who comes from the map. */
export const resultId = (id: number) => `result-${id}`;
