import { folded, straight } from './folded';
import { DEFAULT_TOWN, TOWNS, isTown, type Town } from './towns';

export interface Destination {
  /** What is searched for. */
  readonly value: string;
  /** What the suggestion reads. */
  readonly label: string;
  /** The known town nearest to it. */
  readonly near: Town;
}

/** Villages, small towns and regions, each with the known town nearest to it, in alphabetical order. */
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
  ['Nonza', 'Bastia'],
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

/** Some hundred and thirty places; the known towns come first. */
export const DESTINATIONS: readonly Destination[] = [
  ...towns.map((town) => place(town, town)),
  ...VILLAGES.map(([name, near]) => place(name, near)),
  ...BEACHES.map(([name, near]) => place(name, near, `${name}, ${near}`)),
];

function place(name: string, near: Town, label = name): Destination {
  return { value: straight(name), label: straight(label), near };
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
