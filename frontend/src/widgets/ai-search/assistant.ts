/** What the box needs once somebody writes in it: all of it in one chunk. */
export { searchFor } from './searchFor';
export { understand } from './understand';
