import type { PictureName } from '@/pictures/manifest';

/** The data of a card on a listing page. Its texts are in the dictionaries, by id. */
export interface ListedEstablishment {
  /** Id of the establishment in the backend, for the link to its page. */
  readonly id: number;
  readonly name: string;
  readonly location: string;
  /** Euros per night. */
  readonly price: number;
  /** 0 to 5. */
  readonly rating: number;
  readonly reviews: number;
  readonly picture: PictureName;
}
