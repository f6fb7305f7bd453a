/** How wide the picture of a card is shown, as `sizes` has it: by the columns of an `EstablishmentGrid`. */
export const HALF = '(min-width: 1248px) 588px, (min-width: 900px) 47vw, 100vw';
export const THIRD = '(min-width: 1024px) 384px, (min-width: 640px) 47vw, 100vw';
/** Beside the words, and cut to their height, which asks for more than the width it has there. */
export const ROW = '(min-width: 768px) 400px, 100vw';
