import { describe, expect, it } from 'vitest';
import { mailto } from './mailto';

describe('mailto', () => {
  it('leaves an ordinary address as it is', () => {
    expect(mailto("o'neil.marie-42@exemple.fr")).toBe("mailto:o'neil.marie-42@exemple.fr");
  });

  it.each(['paul?bcc=tous@exemple.com&subject=Gratuit@exemple.fr', 'paul%0D%0Abcc:x@exemple.fr', 'a,b@exemple.fr', 'zoé#x@exemple.fr'])(
    'makes of %j one recipient without any header',
    (address) => {
      const link = new URL(mailto(address));
      expect([link.protocol, link.search, link.hash]).toEqual(['mailto:', '', '']);
      expect(link.pathname).not.toContain(',');
      expect(decodeURIComponent(link.pathname)).toBe(address);
    },
  );
});
