import type { Position } from './towns';

interface Landmark {
  readonly name: string;
  readonly position: Position;
}

export const AIRPORTS: readonly Landmark[] = [
  { name: 'Ajaccio Napoléon-Bonaparte', position: { latitude: 41.9236, longitude: 8.8029 } },
  { name: 'Bastia-Poretta', position: { latitude: 42.5527, longitude: 9.4837 } },
  { name: 'Calvi Sainte-Catherine', position: { latitude: 42.5244, longitude: 8.793 } },
  { name: 'Figari Sud-Corse', position: { latitude: 41.5006, longitude: 9.0978 } },
];

export const SUMMITS: readonly Landmark[] = [
  { name: 'Monte Cinto', position: { latitude: 42.38, longitude: 8.946 } },
  { name: 'Paglia Orba', position: { latitude: 42.343, longitude: 8.88 } },
  { name: 'Monte Rotondo', position: { latitude: 42.217, longitude: 9.055 } },
  { name: "Monte d'Oro", position: { latitude: 42.141, longitude: 9.106 } },
  { name: 'Monte Renoso', position: { latitude: 42.059, longitude: 9.134 } },
  { name: 'Monte Incudine', position: { latitude: 41.852, longitude: 9.207 } },
  { name: 'Monte San Petrone', position: { latitude: 42.394, longitude: 9.326 } },
  { name: 'Monte Stello', position: { latitude: 42.789, longitude: 9.415 } },
];

export const GULFS: readonly Landmark[] = [
  { name: "Golfe d'Ajaccio", position: { latitude: 41.87, longitude: 8.69 } },
  { name: 'Golfe de Calvi', position: { latitude: 42.582, longitude: 8.785 } },
  { name: 'Golfe de Porto', position: { latitude: 42.285, longitude: 8.62 } },
  { name: 'Golfe de Porto-Vecchio', position: { latitude: 41.602, longitude: 9.34 } },
  { name: 'Golfe de Sagone', position: { latitude: 42.05, longitude: 8.66 } },
  { name: 'Golfe de Saint-Florent', position: { latitude: 42.71, longitude: 9.275 } },
  { name: 'Golfe de Santa-Manza', position: { latitude: 41.42, longitude: 9.245 } },
  { name: 'Golfe de Valinco', position: { latitude: 41.675, longitude: 8.83 } },
];
