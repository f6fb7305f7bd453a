import { describe, expect, it } from 'vitest';
import { StructuredData } from '@/components/StructuredData';
import i18next from '@/i18n';
import { renderRoutes } from '@/testing/render';
import { PageTitle } from './PageTitle';

function show(element: React.ReactElement, at: string) {
  renderRoutes([{ path: '*', element }], at);
}

const href = (selector: string) => document.head.querySelector(selector)?.getAttribute('href');
const content = (selector: string) => document.head.querySelector(selector)?.getAttribute('content');

describe('the head of a page', () => {
  it('names the page, describes it, and says so to who shares its address', () => {
    show(<PageTitle description="Douze hôtels choisis.">Hôtels</PageTitle>, '/hotels');
    expect(document.title).toBe('Hôtels · Isula');
    expect(content('meta[name="description"]')).toBe('Douze hôtels choisis.');
    expect(content('meta[property="og:title"]')).toBe('Hôtels · Isula');
    expect(content('meta[property="og:image"]')).toMatch(/^http.*hero-home.*\.webp$/);
  });

  it('has one address of its own, without what is but a view of it', () => {
    show(<PageTitle>Calvi</PageTitle>, '/search?destination=Calvi&checkin=2031-07-01&sort=priceAsc&lng=fr');
    const own = `${location.origin}/search?destination=Calvi&lng=fr`;
    expect(href('link[rel="canonical"]')).toBe(own);
    expect(content('meta[property="og:url"]')).toBe(own);
  });

  it('answers each reader in their language where the address names none, and says that it is that address', () => {
    show(<PageTitle>Calvi</PageTitle>, '/search?destination=Calvi&checkin=2031-07-01');
    expect(href('link[rel="canonical"]')).toBe(`${location.origin}/search?destination=Calvi`);
  });

  it('points at itself in each of the ten languages', () => {
    show(<PageTitle>Villas</PageTitle>, '/villas');
    expect(document.head.querySelectorAll('link[rel="alternate"][hreflang]')).toHaveLength(11);
    expect(href('link[hreflang="de"]')).toBe(`${location.origin}/villas?lng=de`);
    expect(href('link[hreflang="x-default"]')).toBe(`${location.origin}/villas`);
  });

  it('§1.1 tells who shares it its language and the nine others, each with its country', async () => {
    await i18next.changeLanguage('de');
    show(<PageTitle>Villas</PageTitle>, '/villas');
    expect(content('meta[property="og:locale"]')).toBe('de_DE');
    const others = Array.from(document.head.querySelectorAll('meta[property="og:locale:alternate"]'), (meta) => meta.getAttribute('content'));
    expect(others).toEqual(['fr_FR', 'en_US', 'it_IT', 'es_ES', 'da_DK', 'sv_SE', 'ja_JP', 'ko_KR', 'zh_CN']);
  });

  it('keeps what is one person’s own out of search engines', () => {
    show(<PageTitle indexed={false}>Votre réservation</PageTitle>, '/booking-confirmation?hotel=Central');
    expect(content('meta[name="robots"]')).toBe('noindex');
    expect(href('link[rel="canonical"]')).toBeUndefined();
  });

  it('cannot be broken out of by a text', () => {
    show(<StructuredData data={{ '@type': 'Hotel', name: '</script><b>x' }} />, '/');
    const script = document.querySelector('script[type="application/ld+json"]');
    expect(JSON.parse(script?.textContent ?? '')).toMatchObject({ '@type': 'Hotel', name: '</script><b>x' });
    expect(script?.innerHTML).not.toContain('</script>');
  });
});
