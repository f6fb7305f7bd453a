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
  it('has a title, a description and Open Graph data', () => {
    show(<PageTitle description="Douze hôtels choisis.">Hôtels</PageTitle>, '/hotels');
    expect(document.title).toBe('Hôtels · Isula');
    expect(content('meta[name="description"]')).toBe('Douze hôtels choisis.');
    expect(content('meta[property="og:title"]')).toBe('Hôtels · Isula');
    expect(content('meta[property="og:image"]')).toMatch(/^http.*hero-home.*\.webp$/);
  });

  it('has a canonical URL without the parameters that only change the view', () => {
    show(<PageTitle>Calvi</PageTitle>, '/search?destination=Calvi&checkin=2031-07-01&sort=priceAsc&lng=fr');
    const own = `${location.origin}/search?destination=Calvi`;
    expect(href('link[rel="canonical"]')).toBe(own);
    expect(content('meta[property="og:url"]')).toBe(own);
  });

  it('has the canonical URL of its language', async () => {
    await i18next.changeLanguage('ja');
    show(<PageTitle>Calvi</PageTitle>, '/search?destination=Calvi');
    expect(href('link[rel="canonical"]')).toBe(`${location.origin}/ja/search?destination=Calvi`);
  });

  it('has the given address instead of that of the URL', () => {
    show(<PageTitle address="/hotel-detail?id=7">Villa Marine</PageTitle>, '/hotel-detail?hotel=villa-marine');
    expect(href('link[rel="canonical"]')).toBe(`${location.origin}/hotel-detail?id=7`);
    expect(href('link[hreflang="de"]')).toBe(`${location.origin}/de/hotel-detail?id=7`);
    expect(content('meta[property="og:url"]')).toBe(`${location.origin}/hotel-detail?id=7`);
  });

  it('links to the page in each of the ten languages', () => {
    show(<PageTitle>Villas</PageTitle>, '/villas');
    expect(document.head.querySelectorAll('link[rel="alternate"][hreflang]')).toHaveLength(11);
    expect(href('link[hreflang="de"]')).toBe(`${location.origin}/de/villas`);
    expect(href('link[hreflang="fr"]')).toBe(`${location.origin}/villas`);
    expect(href('link[hreflang="x-default"]')).toBe(`${location.origin}/villas`);
  });

  it('§1.1 has the Open Graph locale and the nine alternates, each with its country', async () => {
    await i18next.changeLanguage('de');
    show(<PageTitle>Villas</PageTitle>, '/villas');
    expect(content('meta[property="og:locale"]')).toBe('de_DE');
    const others = Array.from(document.head.querySelectorAll('meta[property="og:locale:alternate"]'), (meta) => meta.getAttribute('content'));
    expect(others).toEqual(['fr_FR', 'en_US', 'it_IT', 'es_ES', 'da_DK', 'sv_SE', 'ja_JP', 'ko_KR', 'zh_CN']);
  });

  it('forbids search engines to index a personal page', () => {
    show(<PageTitle indexed={false}>Votre réservation</PageTitle>, '/booking-confirmation?hotel=Central');
    expect(content('meta[name="robots"]')).toBe('noindex');
    expect(href('link[rel="canonical"]')).toBeUndefined();
    expect(content('meta[property="og:url"]')).toBeUndefined();
  });

  it('escapes structured data, so that a text cannot close the script element', () => {
    show(<StructuredData data={{ '@type': 'Hotel', name: '</script><b>x' }} />, '/');
    const script = document.querySelector('script[type="application/ld+json"]');
    expect(JSON.parse(script?.textContent ?? '')).toMatchObject({ '@type': 'Hotel', name: '</script><b>x' });
    expect(script?.innerHTML).not.toContain('</script>');
  });
});
