import type { PictureName } from '@/pictures/Picture';

/** What the card of a listing page knows; its words are in the dictionaries, under the id. */
export interface ListedEstablishment {
  /** The establishment's id in the backend, hence of the page that the card opens. */
  readonly id: number;
  readonly name: string;
  readonly location: string;
  /** In euros, a night. */
  readonly price: number;
  /** 0 to 5. */
  readonly rating: number;
  readonly reviews: number;
  readonly picture: PictureName;
}
