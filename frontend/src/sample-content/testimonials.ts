interface Testimonial {
  /** Key of its text in the dictionaries. */
  readonly id: string;
  readonly name: string;
  /** The customer's place of residence. */
  readonly location: string;
  /** 1 to 5. */
  readonly rating: number;
  /** Background colour of the initials. */
  readonly avatar: 'sea' | 'terracotta' | 'maquis' | 'sand';
}

/** §2 Home: testimonials of six customers. */
export const TESTIMONIALS = [
  { id: 'claire', name: 'Claire Vasseur', location: 'Nantes', rating: 5, avatar: 'sea' },
  { id: 'yannis', name: 'Yannis Belkacem', location: 'Lyon', rating: 5, avatar: 'terracotta' },
  { id: 'ingrid', name: 'Ingrid Sørensen', location: 'Aarhus', rating: 4, avatar: 'maquis' },
  { id: 'paul', name: 'Paul-André Mercier', location: 'Liège', rating: 5, avatar: 'sand' },
  { id: 'giulia', name: 'Giulia Ferrante', location: 'Torino', rating: 5, avatar: 'sea' },
  { id: 'soline', name: 'Soline Marchetti', location: 'Toulouse', rating: 4, avatar: 'terracotta' },
] as const satisfies readonly Testimonial[];
