import type { StayOption } from '@/sample-content/clubStay';

/** An option with its translated texts. */
export interface ShownOption extends StayOption {
  readonly name: string;
  readonly description: string;
}

export const GUESTS = [1, 2, 3, 4, 5, 6];
export const DEFAULT_GUESTS = 2;
