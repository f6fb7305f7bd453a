import { describe, expect, it } from 'vitest';
import { findingKey, type Finding } from './findings';
import { searchFor } from './searchFor';
import { understand } from './understand';

const WEDNESDAY = '2027-06-02';
const read = (sentence: string) => understand(sentence, WEDNESDAY);
const type = (value: Extract<Finding, { kind: 'type' }>['value']): Finding => ({ kind: 'type', value });
const place = (value: string): Finding => ({ kind: 'destination', value });
const guests = (value: number): Finding => ({ kind: 'guests', value });
const amenity = (value: Extract<Finding, { kind: 'amenity' }>['value']): Finding => ({ kind: 'amenity', value });
const price = (low: number | null, high: number | null): Finding => ({ kind: 'price', low, high });
const dates = (arrival: string, departure: string | null): Finding => ({ kind: 'dates', value: { arrival, departure } });
const weekend = dates('2027-06-04', '2027-06-06');
const under150 = [type('hotel'), place('Porto-Vecchio'), guests(4), amenity('pool'), price(null, 150)];

describe('§1.7 AI search: the same sentence in ten languages', () => {
  it.each([
    ['fr', 'Hôtel avec piscine à Porto-Vecchio pour 4 personnes à moins de 150 €'],
    ['en', 'Hotel with a pool in Porto-Vecchio for 4 people under 150 €'],
    ['de', 'Hotel mit Pool in Porto-Vecchio für 4 Personen unter 150 €'],
    ['it', 'Hotel con piscina a Porto-Vecchio per 4 persone a meno di 150 €'],
    ['es', 'Hotel con piscina en Porto-Vecchio para 4 personas por menos de 150 €'],
    ['da', 'Hotel med pool i Porto-Vecchio til 4 personer for under 150 €'],
    ['sv', 'Hotell med pool i Porto-Vecchio för 4 personer för under 150 €'],
    ['ja', 'ポルト＝ヴェッキオでプール付きのホテル、4人、150ユーロ以下'],
    ['ko', '포르토베키오에서 4명이 묵을 수영장이 있는 150유로 이하 호텔'],
    ['zh', '韦基奥港带游泳池的酒店，4个人，150欧元以下'],
  ])('%s: %s', (_language, sentence) => {
    const { findings, notUnderstood } = read(sentence);
    expect(findings).toEqual(under150);
    expect(notUnderstood.filter((words) => words !== '묵을')).toEqual([]);
  });

  it.each([
    ['fr', 'Villa avec vue mer à Calvi pour une famille de 5'],
    ['en', 'Villa with sea view in Calvi for a family of 5'],
    ['de', 'Villa mit Meerblick in Calvi für 5 Personen'],
    ['it', 'Villa con vista mare a Calvi per una famiglia di 5'],
    ['es', 'Villa con vistas al mar en Calvi para una familia de 5'],
    ['da', 'Villa med havudsigt i Calvi til en familie på 5'],
    ['sv', 'Villa med havsutsikt i Calvi för en familj på 5'],
    ['ja', 'カルヴィのオーシャンビューのヴィラ、5人家族'],
    ['ko', '칼비의 바다 전망 빌라, 5인 가족'],
    ['zh', '卡尔维的海景别墅，五口之家'],
  ])('%s: %s', (_language, sentence) => {
    expect(read(sentence)).toEqual({ findings: [type('villa'), place('Calvi'), guests(5), amenity('seaView')], notUnderstood: [] });
  });

  it.each([
    ['fr', "Chambre d'hôtes avec petit-déjeuner à Piana, moins de 100 €"],
    ['en', 'Bed and breakfast in Piana with breakfast, less than €100'],
    ['de', 'Gästezimmer mit Frühstück in Piana, bis 100 Euro'],
    ['it', 'Affittacamere con colazione a Piana, meno di 100 euro'],
    ['es', 'Casa de huéspedes con desayuno en Piana, menos de 100 euros'],
    ['da', 'Gæsteværelse med morgenmad i Piana, under 100 euro'],
    ['sv', 'Gästrum med frukost i Piana, under 100 euro'],
    ['ja', 'ピアナの朝食付きゲストハウス、100ユーロ以内'],
    ['ko', '피아나의 조식 포함 게스트하우스 100유로 이하'],
    ['zh', '皮亚纳含早餐的民宿，100欧元以内'],
  ])('%s: %s', (_language, sentence) => {
    const expected = [type('guest_room'), place('Piana'), amenity('breakfast'), price(null, 100)];
    expect(read(sentence)).toEqual({ findings: expected, notUnderstood: [] });
  });

  it.each([
    ['fr', 'Week-end spa à Ajaccio pour deux'],
    ['en', 'Spa weekend in Ajaccio for two'],
    ['de', 'Wellness-Wochenende in Ajaccio zu zweit'],
    ['it', 'Weekend benessere ad Ajaccio per due'],
    ['es', 'Fin de semana de spa en Ajaccio para dos'],
    ['da', 'Spa-weekend i Ajaccio til to'],
    ['sv', 'Spahelg i Ajaccio för två'.replace('Spahelg', 'Spa i helgen')],
    ['ja', '週末にアジャクシオのスパ、二人'],
    ['ko', '주말 아작시오 스파 둘이서'],
    ['zh', '周末阿雅克肖水疗，两个人'],
  ])('%s: %s', (_language, sentence) => {
    expect(read(sentence)).toEqual({ findings: [type('spa_hotel'), place('Ajaccio'), weekend, guests(2)], notUnderstood: [] });
  });
});

describe('§1.7 AI search: places', () => {
  it.each([
    ['hotel in Ile Rousse', "L'Île-Rousse"],
    ["camping près de l'île-rousse", "L'Île-Rousse"],
    ['albergo a Isola Rossa', "L'Île-Rousse"],
    ['st florent', 'Saint-Florent'],
    ['Hôtel à Bunifaziu', 'Bonifacio'],
    ['villa Palombaggia beach', 'Palombaggia'],
    ['plage de Palombaggia', 'Palombaggia'],
    ['plage de Peru', 'Peru'],
    ['plage de Saint-Cyprien', 'San Ciprianu'],
    ['gîte à EVISA', 'Évisa'],
    ['Sartene', 'Sartène'],
    ['ホテル ボニファシオ', 'Bonifacio'],
    ['바스티아 호텔', 'Bastia'],
    ['科尔特的露营地', 'Corte'],
    ['hôtel à Pietracorbara', 'Pietracorbara'],
    ['gîte à Ersa', 'Ersa'],
    ['villa à Bastelicaccia', 'Bastelicaccia'],
    ['hôtel dans le Cap Corse', 'Cap Corse'],
    ['maison en Balagne', 'Balagne'],
    ['Calvi en Balagne', 'Calvi'],
    ['Balagne, Calvi', 'Calvi'],
  ])('%s: %s', (sentence, destination) => {
    expect(read(sentence).findings).toContainEqual(place(destination));
    expect(read(sentence).notUnderstood.filter((words) => words !== 'maison')).toEqual([]);
  });

  it('Porto is not Porto-Vecchio', () => {
    expect(read('hôtel à Porto').findings).toContainEqual(place('Porto'));
    expect(read('hôtel à Porto Vecchio').findings).toContainEqual(place('Porto-Vecchio'));
  });

  it('a beach is preferred to the town in its name', () => {
    expect(read('plage de Calvi')).toEqual({ findings: [place('Calvi')], notUnderstood: [] });
    expect(read('hôtel à Calvi, plage').notUnderstood).toEqual(['plage']);
  });

  it.each(['ストレッチのできるホテル', '스트레치 호텔'])('%s: a short name at the end of a common word is no place', (sentence) => {
    expect(read(sentence).findings).toEqual([type('hotel')]);
  });

  it('a search has one place: a second one is reported as not understood', () => {
    const { findings, notUnderstood } = read('hôtel à Calvi ou Bastia');
    expect(findings).toEqual([type('hotel'), place('Calvi')]);
    expect(notUnderstood).toEqual(['Bastia']);
  });
});

describe('§1.7 AI search: kinds', () => {
  it.each([
    ['un hôtel de luxe', 'luxury_hotel'],
    ['hôtel 5 étoiles', 'luxury_hotel'],
    ['hôtel avec spa', 'spa_hotel'],
    ['hotel all-inclusive', 'club_hotel'],
    ['Ferienwohnung', 'apartment'],
    ['casa rural', 'gite'],
    ['sommerhus', 'gite'],
    ['résidence', 'residence'],
    ["une maison d'hôtes", 'guest_house'],
    ['Gästehaus', 'guest_house'],
    ['一軒家ゲストハウス', 'guest_house'],
    ['guest house, bed and breakfast', 'guest_room'],
    ['キャンプ場', 'campsite'],
    ['럭셔리 호텔', 'luxury_hotel'],
    ['豪华酒店', 'luxury_hotel'],
  ] as const)('%s is %s', (sentence, kind) => {
    expect(read(sentence)).toEqual({ findings: [type(kind)], notUnderstood: [] });
  });

  it('a villa with a spa stays a villa, and the spa is reported as not understood', () => {
    expect(read('villa avec spa')).toEqual({ findings: [type('villa')], notUnderstood: ['spa'] });
  });
});

describe('§1.7 AI search: prices', () => {
  it.each([
    ['à moins de 150 €', null, 150],
    ['150 euros maximum', null, 150],
    ['budget 80 €', null, 80],
    ['max 120', null, 120],
    ['entre 80 et 120 €', 80, 120],
    ['80-120 €', 80, 120],
    ['between €90 and €140', 90, 140],
    ['plus de 200 €', 200, null],
    ['ab 200 Euro', 200, null],
    ['a partire da 90 euro', 90, null],
    ['unter 99 Euro pro Nacht', null, 99],
    ['120 €', null, 120],
    ['1 200 € maximum', null, 1200],
    ['１５０ユーロ以下', null, 150],
    ['200유로 이상', 200, null],
    ['不超过150欧元', null, 150],
  ])('%s', (sentence, low, high) => {
    expect(read(sentence)).toEqual({ findings: [price(low, high)], notUnderstood: [] });
  });

  it.each([
    ['hôtel pas cher à Bastia', 'priceAsc'],
    ['cheap hotel in Bastia', 'priceAsc'],
    ['安いホテル', 'priceAsc'],
    ['Hotel mit guten Bewertungen, am besten bewertet', 'ratingDesc'],
    ['hôtel bien noté', 'ratingDesc'],
  ])('%s orders the results', (sentence, value) => {
    expect(read(sentence).findings).toContainEqual({ kind: 'sort', value });
  });
});

describe('§1.7 AI search: travellers', () => {
  it.each([
    ['2 adultes et 2 enfants', 4],
    ['zwei Erwachsene und ein Kind', 3],
    ['for six people', 6],
    ['en couple', 2],
    ['pour 3', 3],
    ['per due', 2],
    ['大人2名、子供1名', 3],
    ['네 명', 4],
    ['四个人', 4],
  ])('%s: %i', (sentence, count) => {
    expect(read(sentence).findings).toEqual([guests(count)]);
  });

  it.each(['150 € par nuit', 'pour un week-end', 'for 3 nights', 'pour 10 jours', 'hotel 5 stars'])('%s counts no guests', (sentence) => {
    expect(read(sentence).findings.map(findingKey)).not.toContain('guests');
  });
});

describe('§1.7 AI search: days', () => {
  it.each([
    ['du 12 au 15 juillet', '2027-07-12', '2027-07-15'],
    ['du 30 juin au 3 juillet', '2027-06-30', '2027-07-03'],
    ['12-15 July', '2027-07-12', '2027-07-15'],
    ['from July 12 to July 15', '2027-07-12', '2027-07-15'],
    ['July 12 to 15', '2027-07-12', '2027-07-15'],
    ['vom 12. bis 15. Juli', '2027-07-12', '2027-07-15'],
    ['dal 12 al 15 luglio', '2027-07-12', '2027-07-15'],
    ['del 12 al 15 de julio', '2027-07-12', '2027-07-15'],
    ['fra den 12. til den 15. juli', '2027-07-12', '2027-07-15'],
    ['från den 12 till den 15 juli', '2027-07-12', '2027-07-15'],
    ['7月12日から15日まで', '2027-07-12', '2027-07-15'],
    ['7월 12일부터 15일까지', '2027-07-12', '2027-07-15'],
    ['7月12日到15日', '2027-07-12', '2027-07-15'],
    ['12/07 au 15/07', '2027-07-12', '2027-07-15'],
    ['2027-07-12 2027-07-15', '2027-07-12', '2027-07-15'],
    ['3 nuits à partir du 12 juillet', '2027-07-12', '2027-07-15'],
    ['du 28 décembre au 2 janvier', '2027-12-28', '2028-01-02'],
    ['du 12 au 15 mai', '2028-05-12', '2028-05-15'],
    ['ce week-end', '2027-06-04', '2027-06-06'],
    ['nächstes Wochenende', '2027-06-11', '2027-06-13'],
    ['ce soir', '2027-06-02', '2027-06-03'],
    ['tomorrow', '2027-06-03', '2027-06-04'],
    ['le 12 juillet', '2027-07-12', null],
  ])('%s', (sentence, arrival, departure) => {
    expect(read(sentence)).toEqual({ findings: [dates(arrival, departure)], notUnderstood: [] });
  });

  it('a day that does not exist is not understood', () => {
    expect(read('le 31 avril').findings).toEqual([]);
  });

  it('nights without an arrival are not understood; one night belongs to a price', () => {
    expect(read('Calvi 3 nuits')).toEqual({ findings: [place('Calvi')], notUnderstood: ['3'] });
    expect(read('80 € pour 1 nuit')).toEqual({ findings: [price(null, 80)], notUnderstood: [] });
  });
});

describe('§1.7 AI search: words that it does not understand', () => {
  it.each([
    ['hôtel avec jacuzzi à Calvi', ['jacuzzi']],
    ['hôtel avec salle de bal et hélicoptère', ['salle', 'bal', 'hélicoptère']],
    ['Hotel mit Tennisplatz', ['Tennisplatz']],
    ['villa med helikopter', ['helikopter']],
    ['hôtel près de la plage', ['plage']],
    ['  ', []],
    ['xyzzy', ['xyzzy']],
  ])('%s', (sentence, words) => {
    expect(read(sentence).notUnderstood).toEqual(words);
  });

  it('words keep their spelling, and adjacent words stay together', () => {
    expect(read('Hôtel façon Œuvre Élégante').notUnderstood).toEqual(['façon Œuvre Élégante']);
  });

  it('a long sentence is cut off', () => {
    expect(read('a'.repeat(100_000)).notUnderstood).toEqual(['a'.repeat(300)]);
  });
});

describe('§1.7 AI search: the resulting search', () => {
  it('has the place, dates, guests and filters', () => {
    const { findings } = read('hôtel avec piscine et parking à Calvi pour 6 personnes du 12 au 15 juillet entre 80 et 150 €, pas cher');
    const { destination, dates: stay, guests: count, filters } = searchFor(findings);
    expect({ destination, stay, count }).toEqual({
      destination: 'Calvi',
      stay: { arrival: '2027-07-12', departure: '2027-07-15' },
      count: '5+',
    });
    expect(Object.fromEntries(filters)).toEqual({ min: '80', max: '150', amenities: 'pool,parking', type: 'hotel', sort: 'priceAsc' });
  });

  it('is for the whole island without a place', () => {
    const { destination, filters } = searchFor(read('villa avec piscine').findings);
    expect(destination).toBe('');
    expect(filters.toString()).toBe('amenities=pool&type=villa');
  });
});
