import { describe, expect, it } from 'vitest';
import { SEEDED_HOTELS } from '@/testing/seededHotels';
import { languageOf } from './languageOf';

describe('the language of a text', () => {
  it.each([
    ['fr', 'Une maison calme au bord de la mer, avec un jardin pour les enfants.'],
    ['en', 'A quiet house by the sea, with a garden for the children.'],
    ['de', 'Ein ruhiges Haus am Meer mit einem Garten für die Kinder.'],
    ['it', 'Una casa tranquilla in riva al mare, con un giardino per i bambini.'],
    ['es', 'Una casa tranquila a orillas del mar, con un jardín para los niños.'],
    ['da', 'Et stille sted ved havet med en have, hvor der er plads til børnene.'],
    ['sv', 'Ett lugnt ställe vid havet med en trädgård där det finns plats för barnen.'],
    ['ja', '海辺の静かな宿です。'],
    ['ko', '바닷가의 조용한 숙소입니다.'],
    ['zh', '海边安静的住宿，带花园。'],
  ])('is told from its words or letters: %s', (language, text) => {
    expect(languageOf(text)).toBe(language);
  });

  it.each([[''], ['Casa Rossa'], ['12, 24, 36'], ['Een rustig huis aan zee']])('is unknown of %j', (text) => {
    expect(languageOf(text)).toBeNull();
  });

  it('is French in the descriptions of the database', () => {
    for (const { name, description } of SEEDED_HOTELS.values()) expect(languageOf(description), name).toBe('fr');
  });
});
