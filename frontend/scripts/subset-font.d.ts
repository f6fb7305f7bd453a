declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'woff2';
    /** A fixed value or a range for each variation axis. */
    readonly variationAxes: Readonly<Record<string, number | { readonly min: number; readonly max: number } | undefined>>;
    readonly noHinting: boolean;
    /** Tags of the OpenType features to keep. */
    readonly keepFeatures: readonly string[];
  }
  /** The font, reduced to the glyphs of the characters in `text`. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
