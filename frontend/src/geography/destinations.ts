import { foldForSearch, straightenApostrophes } from '@/text/fold';
import { TOWNS, isTown, type Town } from './towns';

/** A place that the search form suggests. */
export interface Destination {
  /** The search term: how establishments write their location. */
  readonly value: string;
  /** The text of the suggestion. */
  readonly label: string;
  /** All names that find the destination. */
  readonly names: readonly string[];
  readonly isBeach: boolean;
  /** The nearest known town. */
  readonly near: Town;
}

/** Villages and small towns with the nearest known town, in alphabetical order. */
const VILLAGES: readonly (readonly [name: string, near: Town])[] = [
  ['Afa', 'Ajaccio'],
  ['Alata', 'Ajaccio'],
  ['Albitreccia', 'Porticcio'],
  ['Algajola', "L'Île-Rousse"],
  ['Antisanti', 'Aléria'],
  ['Aregno', "L'Île-Rousse"],
  ['Asco', 'Corte'],
  ['Aullène', 'Sartène'],
  ['Barbaggio', 'Saint-Florent'],
  ['Bastelica', 'Ajaccio'],
  ['Bastelicaccia', 'Ajaccio'],
  ['Bavella', 'Solenzara'],
  ['Belgodère', "L'Île-Rousse"],
  ['Biguglia', 'Bastia'],
  ['Bocognano', 'Ajaccio'],
  ['Borgo', 'Bastia'],
  ['Brando', 'Bastia'],
  ['Calacuccia', 'Corte'],
  ['Calenzana', 'Calvi'],
  ['Campomoro', 'Sartène'],
  ['Cargèse', 'Porto'],
  ['Casamaccioli', 'Corte'],
  ['Centuri', 'Bastia'],
  ['Cervione', 'Aléria'],
  ['Coggia', 'Porto'],
  ['Conca', 'Porto-Vecchio'],
  ['Corbara', "L'Île-Rousse"],
  ['Coti-Chiavari', 'Porticcio'],
  ['Cuttoli-Corticchiato', 'Ajaccio'],
  ['Erbalunga', 'Bastia'],
  ['Ersa', 'Bastia'],
  ['Évisa', 'Porto'],
  ['Farinole', 'Saint-Florent'],
  ['Favone', 'Solenzara'],
  ['Feliceto', "L'Île-Rousse"],
  ['Figari', 'Bonifacio'],
  ['Folelli', 'Bastia'],
  ['Fozzano', 'Propriano'],
  ['Furiani', 'Bastia'],
  ['Galéria', 'Calvi'],
  ['Ghisoni', 'Ghisonaccia'],
  ['Girolata', 'Porto'],
  ['Grossa', 'Sartène'],
  ['Grosseto-Prugna', 'Porticcio'],
  ['L’Ospédale', 'Porto-Vecchio'],
  ['Lecci', 'Porto-Vecchio'],
  ['Levie', 'Sartène'],
  ['Linguizzetta', 'Aléria'],
  ['Lucciana', 'Bastia'],
  ['Lumio', 'Calvi'],
  ['Luri', 'Bastia'],
  ['Macinaggio', 'Bastia'],
  ['Manso', 'Calvi'],
  ['Marignana', 'Porto'],
  ['Moïta', 'Aléria'],
  ['Monacia-d’Aullène', 'Bonifacio'],
  ['Montegrosso', 'Calvi'],
  ['Monticello', "L'Île-Rousse"],
  ['Moriani-Plage', 'Aléria'],
  ['Morosaglia', 'Corte'],
  ['Murato', 'Saint-Florent'],
  ['Nonza', 'Saint-Florent'],
  ['Oletta', 'Saint-Florent'],
  ['Olmeto', 'Propriano'],
  ['Olmi-Cappella', "L'Île-Rousse"],
  ['Omessa', 'Corte'],
  ['Osani', 'Porto'],
  ['Ota', 'Porto'],
  ['Partinello', 'Porto'],
  ['Patrimonio', 'Saint-Florent'],
  ['Penta-di-Casinca', 'Bastia'],
  ['Peri', 'Ajaccio'],
  ['Petreto-Bicchisano', 'Propriano'],
  ['Piana', 'Porto'],
  ['Pianottoli-Caldarello', 'Bonifacio'],
  ['Piedicorte-di-Gaggio', 'Corte'],
  ['Pietracorbara', 'Bastia'],
  ['Pietrapola', 'Ghisonaccia'],
  ['Pietrosella', 'Porticcio'],
  ['Pigna', "L'Île-Rousse"],
  ['Pinarello', 'Porto-Vecchio'],
  ['Pino', 'Bastia'],
  ['Ponte-Leccia', 'Corte'],
  ['Porto Pollo', 'Propriano'],
  ['Prunelli-di-Fiumorbo', 'Ghisonaccia'],
  ['Quenza', 'Sartène'],
  ['Rapale', 'Saint-Florent'],
  ['Rogliano', 'Bastia'],
  ['Sagone', 'Porto'],
  ['Sainte-Lucie-de-Porto-Vecchio', 'Porto-Vecchio'],
  ['Sainte-Lucie-de-Tallano', 'Sartène'],
  ['San-Martino-di-Lota', 'Bastia'],
  ['San-Nicolao', 'Aléria'],
  ['Sant’Antonino', "L'Île-Rousse"],
  ['Santa-Lucia-di-Mercurio', 'Corte'],
  ['Santa-Maria-Siché', 'Porticcio'],
  ['Santa-Reparata-di-Balagna', "L'Île-Rousse"],
  ['Santo-Pietro-di-Tenda', 'Saint-Florent'],
  ['Sari-Solenzara', 'Solenzara'],
  ['Sarrola-Carcopino', 'Ajaccio'],
  ['Serra-di-Ferro', 'Propriano'],
  ['Serra-di-Fiumorbo', 'Ghisonaccia'],
  ['Serriera', 'Porto'],
  ['Sisco', 'Bastia'],
  ['Soccia', 'Porto'],
  ['Solaro', 'Solenzara'],
  ['Sollacaro', 'Propriano'],
  ['Sotta', 'Porto-Vecchio'],
  ['Speloncato', "L'Île-Rousse"],
  ['Tallone', 'Aléria'],
  ['Tarco', 'Solenzara'],
  ['Tiuccia', 'Porto'],
  ['Tizzano', 'Sartène'],
  ['Ucciani', 'Ajaccio'],
  ['Venaco', 'Corte'],
  ['Ventiseri', 'Ghisonaccia'],
  ['Vero', 'Ajaccio'],
  ['Vescovato', 'Bastia'],
  ['Vico', 'Porto'],
  ['Viggianello', 'Propriano'],
  ['Vivario', 'Corte'],
  ['Vizzavona', 'Corte'],
  ['Zicavo', 'Porticcio'],
  ['Zilia', 'Calvi'],
  ['Zonza', 'Porto-Vecchio'],
];

/** Beaches with the nearest known town, and with the search term if it is not the bare name. */
const BEACHES: readonly (readonly [name: string, near: Town, value?: string])[] = [
  ['Plage de Palombaggia', 'Porto-Vecchio'],
  ['Plage de Santa Giulia', 'Porto-Vecchio'],
  ['Plage de Cala Rossa', 'Porto-Vecchio'],
  ['Plage de Saint-Cyprien', 'Porto-Vecchio', 'San Ciprianu'],
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
  // The bare name would also find a campsite on the other side of the island.
  ['Plage de l’Arinella', 'Calvi', 'L’Arinella'],
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

/** All destinations: the known towns, then villages, then beaches. */
export const DESTINATIONS: readonly Destination[] = [
  ...towns.map((town) => place(town, town)),
  ...VILLAGES.map(([name, near]) => place(name, near)),
  ...BEACHES.map(([name, near, value]) => beach(name, near, value)),
];

function place(written: string, near: Town): Destination {
  const name = straightenApostrophes(written);
  return { value: name, label: name, names: [name], isBeach: false, near };
}

function beach(written: string, near: Town, value?: string): Destination {
  const name = straightenApostrophes(written);
  const bare = name.replace(/^Plage (?:de la |de l'|du |de |d')/, '');
  return { value: straightenApostrophes(value ?? bare), label: `${name}, ${near}`, names: [name, bare, straightenApostrophes(value ?? bare)], isBeach: true, near };
}

/**
 * The destinations whose label or search term contains the text, those that start with it first; for an empty text the
 * known towns.
 */
export function suggestDestinations(text: string): readonly Destination[] {
  const wanted = foldForSearch(text);
  if (!wanted) return DESTINATIONS.slice(0, towns.length);
  const found = DESTINATIONS.filter(({ label, value }) => [label, value].some((name) => foldForSearch(name).includes(wanted)));
  const starts = ({ label, value }: Destination) => [label, value].some((name) => foldForSearch(name).startsWith(wanted));
  return [...found.filter(starts), ...found.filter((destination) => !starts(destination))];
}

/** The destination with that name or label, ignoring case, accents and punctuation. */
export function findDestination(text: string): Destination | undefined {
  const wanted = foldForSearch(text);
  return DESTINATIONS.find(({ label, names }) => [label, ...names].some((name) => foldForSearch(name) === wanted));
}
