import type { CarCategory } from '@/sample-content/cars';

/** The side view of a car category in a coordinate system of 240 by 120 units. The road is at y = 106. */
interface CarBody {
  readonly body: string;
  readonly windows: readonly string[];
  /** The x coordinates of the wheels. */
  readonly wheels: readonly [rear: number, front: number];
  readonly radius: number;
  /** The y coordinate of the line below the windows, where the light reflects. */
  readonly waist: number;
  readonly rear: number;
  readonly front: number;
}

export const CAR_BODIES: Record<CarCategory, CarBody> = {
  economy: {
    body: 'M46 94V66Q46 57 56 55L65 35Q68 30 74 30H130Q137 30 141 36L155 55Q182 58 188 67Q193 76 192 94Z',
    windows: ['M69 54 77 37H100V54Z', 'M105 54V37H127Q131 37 134 41L144 54Z'],
    wheels: [76, 163],
    radius: 14,
    waist: 58,
    rear: 46,
    front: 191,
  },
  compact: {
    body: 'M38 94V70Q38 60 50 57Q66 36 84 32H128Q140 33 152 43L169 56Q196 60 202 71Q206 80 204 94Z',
    windows: ['M62 55Q75 41 88 38H109V55Z', 'M114 55V38H126Q136 39 144 46L154 55Z'],
    wheels: [72, 171],
    radius: 15,
    waist: 60,
    rear: 38,
    front: 203,
  },
  saloon: {
    body: 'M22 94V72Q22 62 37 59L60 55Q82 35 100 33H130Q144 34 158 45L172 56Q207 60 215 71Q220 80 217 94Z',
    windows: ['M75 54Q90 41 103 39H114V54Z', 'M119 54V39H129Q140 40 150 47L159 54Z'],
    wheels: [62, 180],
    radius: 15,
    waist: 60,
    rear: 22,
    front: 216,
  },
  suv: {
    body: 'M34 92V58Q34 48 45 46L58 27Q62 22 69 22H136Q144 22 151 29L170 47Q199 51 205 60Q209 70 208 92Z',
    windows: ['M57 45 67 29H90V45Z', 'M95 45V29H120V45Z', 'M125 45V29H135Q140 29 144 33L157 45Z'],
    wheels: [72, 173],
    radius: 17,
    waist: 50,
    rear: 34,
    front: 207,
  },
  people: {
    body: 'M30 94V56Q31 34 46 27Q53 24 62 24H136Q149 25 162 36L185 57Q204 61 209 72Q212 80 210 94Z',
    windows: ['M41 52Q44 36 52 31H75V52Z', 'M80 52V31H110V52Z', 'M115 52V31H135Q143 32 151 39L166 52Z'],
    wheels: [68, 176],
    radius: 15,
    waist: 57,
    rear: 30,
    front: 209,
  },
  convertible: {
    body: 'M38 94V72Q38 61 52 58L60 57H152L172 59Q197 61 203 71Q207 81 204 94Z',
    windows: ['M146 57 131 36 126 57Z'],
    wheels: [72, 171],
    radius: 15,
    waist: 62,
    rear: 38,
    front: 203,
  },
  van: {
    body: 'M18 94V28Q18 18 29 18H152Q164 18 174 31L194 58Q211 62 215 73Q217 82 216 94Z',
    windows: ['M132 50V28H152Q160 29 166 37L176 50Z'],
    wheels: [58, 176],
    radius: 16,
    waist: 57,
    rear: 18,
    front: 215,
  },
  electric: {
    body: 'M24 94V74Q24 63 42 59Q74 33 108 31H126Q144 33 160 45L176 57Q209 61 216 72Q220 82 217 94Z',
    windows: ['M62 56Q86 39 110 37H117V56Z', 'M122 56V37H127Q141 40 152 48L162 56Z'],
    wheels: [64, 182],
    radius: 16,
    waist: 62,
    rear: 24,
    front: 216,
  },
};
