import { DEFAULT_TOWN, TOWNS, isTown, type Town } from './towns';

export interface Destination {
  /** What is searched for. */
  readonly value: string;
  /** What the suggestion reads. */
  readonly label: string;
  /** The known town nearest to it. */
  readonly near: Town;
}

/** Villages, small towns and regions, under the known town nearest to them. */
const VILLAGES: Record<Town, readonly string[]> = {
  Ajaccio: ['Alata', 'Afa', 'Sarrola-Carcopino', 'Bocognano', 'Bastelica', 'Cuttoli-Corticchiato', 'Peri', 'Vero', 'Ucciani'],
  Aléria: ['Moïta', 'Tallone', 'Linguizzetta', 'Cervione', 'San-Nicolao', 'Moriani-Plage', 'Antisanti'],
  Bastia: ['Brando', 'Erbalunga', 'Furiani', 'Biguglia', 'Borgo', 'Lucciana', 'Luri', 'Macinaggio', 'Rogliano', 'Sisco', 'Pino', 'Centuri', 'Nonza', 'Penta-di-Casinca', 'Vescovato', 'Folelli', 'San-Martino-di-Lota'],
  Bonifacio: ['Figari', 'Pianottoli-Caldarello', 'Monacia-d’Aullène'],
  Calvi: ['Calenzana', 'Lumio', 'Galéria', 'Montegrosso', 'Zilia', 'Manso'],
  Corte: ['Calacuccia', 'Casamaccioli', 'Asco', 'Ponte-Leccia', 'Morosaglia', 'Omessa', 'Santa-Lucia-di-Mercurio', 'Venaco', 'Vivario', 'Vizzavona', 'Piedicorte-di-Gaggio'],
  Ghisonaccia: ['Ghisoni', 'Prunelli-di-Fiumorbo', 'Serra-di-Fiumorbo', 'Ventiseri', 'Pietrapola'],
  "L'Île-Rousse": ['Algajola', 'Aregno', 'Belgodère', 'Corbara', 'Monticello', 'Pigna', 'Sant’Antonino', 'Feliceto', 'Speloncato', 'Olmi-Cappella', 'Santa-Reparata-di-Balagna'],
  Porticcio: ['Grosseto-Prugna', 'Pietrosella', 'Coti-Chiavari', 'Santa-Maria-Siché', 'Zicavo', 'Albitreccia'],
  Porto: ['Ota', 'Évisa', 'Piana', 'Cargèse', 'Girolata', 'Osani', 'Partinello', 'Sagone', 'Vico', 'Coggia', 'Tiuccia', 'Marignana', 'Soccia', 'Serriera'],
  'Porto-Vecchio': ['Lecci', 'Zonza', 'Sotta', 'L’Ospédale', 'Sainte-Lucie-de-Porto-Vecchio', 'Pinarello', 'Conca'],
  Propriano: ['Olmeto', 'Viggianello', 'Serra-di-Ferro', 'Porto Pollo', 'Petreto-Bicchisano', 'Sollacaro', 'Fozzano'],
  'Saint-Florent': ['Patrimonio', 'Oletta', 'Barbaggio', 'Farinole', 'Santo-Pietro-di-Tenda', 'Murato', 'Rapale'],
  Sartène: ['Campomoro', 'Grossa', 'Levie', 'Sainte-Lucie-de-Tallano', 'Aullène', 'Quenza', 'Tizzano'],
  Solenzara: ['Favone', 'Sari-Solenzara', 'Tarco', 'Solaro', 'Bavella'],
};

const BEACHES: readonly (readonly [name: string, near: Town])[] = [
  ['Plage de Palombaggia', 'Porto-Vecchio'],
  ['Plage de Santa Giulia', 'Porto-Vecchio'],
  ['Plage de Cala Rossa', 'Porto-Vecchio'],
  ['Plage de Saint-Cyprien', 'Porto-Vecchio'],
  ['Plage de Rondinara', 'Bonifacio'],
  ['Plage de Piantarella', 'Bonifacio'],
  ['Plage de la Tonnara', 'Bonifacio'],
  ['Plage de Saleccia', 'Saint-Florent'],
  ['Plage du Lotu', 'Saint-Florent'],
  ['Plage de la Roya', 'Saint-Florent'],
  ['Plage de Nonza', 'Saint-Florent'],
  ['Plage de l’Ostriconi', "L'Île-Rousse"],
  ['Plage de Bodri', "L'Île-Rousse"],
  ['Plage d’Aregno', "L'Île-Rousse"],
  ['Plage de Calvi', 'Calvi'],
  ['Plage de l’Arinella', 'Calvi'],
  ['Plage d’Arone', 'Porto'],
  ['Plage de Peru', 'Porto'],
  ['Plage du Liamone', 'Porto'],
  ['Plage de la Viva', 'Porticcio'],
  ['Plage de Mare e Sole', 'Porticcio'],
  ['Plage d’Agosta', 'Porticcio'],
  ['Plage de Cupabia', 'Propriano'],
  ['Plage de Roccapina', 'Sartène'],
  ['Plage de la Marana', 'Bastia'],
  ['Plage de Tamarone', 'Bastia'],
  ['Plage de Canella', 'Solenzara'],
  ['Plage de Capo di Feno', 'Ajaccio'],
  ['Plage de Trottel', 'Ajaccio'],
  ['Plage de Padulone', 'Aléria'],
];

const towns = Object.keys(TOWNS).filter(isTown);
const byLabel = new Intl.Collator('fr').compare;

/** Some hundred and thirty places; the known towns come first. */
export const DESTINATIONS: readonly Destination[] = [
  ...towns.map((town) => place(town, town)),
  ...towns
    .flatMap((near) => VILLAGES[near].map((name) => place(name, near)))
    .toSorted((a, b) => byLabel(a.label, b.label)),
  ...BEACHES.map(([name, near]) => place(name, near, `${name}, ${near}`)),
];

function place(name: string, near: Town, label = name): Destination {
  return { value: straight(name), label: straight(label), near };
}

/** People type the straight apostrophe. */
function straight(name: string): string {
  return name.replaceAll('’', "'");
}

/** For comparing: neither case nor accents nor the form of an apostrophe matter. */
export function folded(text: string): string {
  return straight(text.trim()).normalize('NFD').replaceAll(/\p{Diacritic}/gu, '').toLocaleLowerCase('fr');
}

/** The destinations whose label contains the text; the known towns for none. */
export function suggestDestinations(text: string): readonly Destination[] {
  const wanted = folded(text);
  if (!wanted) return DESTINATIONS.slice(0, towns.length);
  return DESTINATIONS.filter(({ label }) => folded(label).includes(wanted));
}

export function findDestination(text: string): Destination | undefined {
  const wanted = folded(text);
  return DESTINATIONS.find(({ value, label }) => folded(value) === wanted || folded(label) === wanted);
}

/** The known town nearest to a destination that we know, or to the longest one named in the text; Ajaccio for any other. */
export function townNear(destination: string): Town {
  return (findDestination(destination) ?? longestNamedIn(destination))?.near ?? DEFAULT_TOWN;
}

function longestNamedIn(text: string): Destination | undefined {
  const wanted = folded(text);
  const named = DESTINATIONS.filter(({ value }) => new RegExp(`(^|\\W)${folded(value)}($|\\W)`).test(wanted));
  return named.toSorted((a, b) => b.value.length - a.value.length)[0];
}
