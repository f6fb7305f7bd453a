/** The parser, loaded as one chunk when the user starts to type. */
export { searchFor } from './searchFor';
export { understand } from './understand';
