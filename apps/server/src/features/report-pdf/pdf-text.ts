// Text in a PDF without font files: Latin in Helvetica, everything else in the standard Chinese font that every PDF viewer brings or finds
// on its computer. Measuring, wrapping, drawing.
// oxlint-disable-next-line import/no-named-as-default -- its types know the default only
import type PDFDocument from 'pdfkit';

export type Pdf = InstanceType<typeof PDFDocument>;

/** What pdfkit has and its types lack. */
type RawPdf = {
  ref(data: object): { end(): void };
  addContent(content: string): void;
  page: { fonts: Record<string, unknown> };
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types say less than it has
const rawOf = (pdf: Pdf): RawPdf => pdf as unknown as RawPdf;

const FONT_KEY = 'OutriderHan';
const ASCENT = 0.718;
const FULL_WIDTH = 1;

/** Of the standard fonts' coding; anything else is drawn with the Chinese font. */
const isLatin = (sign: string): boolean =>
  sign <= '\u00ff' || '\u2026\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u20ac'.includes(sign);

/** Text, the ends of lines and control signs as blanks. */
export const plainText = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** The standard Chinese font of the PDF standard (9.7.5.2), by Unicode: simplified and traditional signs. */
export const addHanFont = (document: Pdf): (() => void) => {
  const pdf = rawOf(document);
  const name = 'STSong-Light';
  const made = (data: object): unknown => {
    const ref = pdf.ref(data);
    ref.end();
    return ref;
  };
  const descriptor = made({
    Type: 'FontDescriptor',
    FontName: name,
    Flags: 6,
    FontBBox: [-25, -254, 1000, 880],
    ItalicAngle: 0,
    Ascent: 880,
    Descent: -120,
    CapHeight: 880,
    StemV: 93,
  });
  const glyphs = made({
    Type: 'Font',
    Subtype: 'CIDFontType0',
    BaseFont: name,
    // pdfkit writes String objects as texts and others as names.
    // oxlint-disable-next-line unicorn/new-for-builtins, no-new-wrappers
    CIDSystemInfo: { Registry: new String('Adobe'), Ordering: new String('GB1'), Supplement: 4 },
    DW: 1000 * FULL_WIDTH,
    FontDescriptor: descriptor,
  });
  const font = made({
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: name,
    Encoding: 'UniGB-UTF16-H',
    DescendantFonts: [glyphs],
  });
  return () => {
    pdf.page.fonts[FONT_KEY] = font;
  };
};

/** By code point: the Chinese font has one place for each. */
const signsOf = (text: string): string[] => Array.from(text);

type Run = { text: string; latin: boolean };

const runsOf = (text: string): Run[] => {
  const runs: Run[] = [];
  for (const sign of text) {
    const latin = isLatin(sign);
    const last = runs.at(-1);
    if (last?.latin === latin) last.text += sign;
    else runs.push({ text: sign, latin });
  }
  return runs;
};

/** In the font and size that are set. */
export const widthOf = (pdf: Pdf, text: string, size: number): number =>
  runsOf(text).reduce(
    (sum, run) => sum + (run.latin ? pdf.widthOfString(run.text) : signsOf(run.text).length * size * FULL_WIDTH),
    0,
  );

const hexOf = (text: string): string =>
  Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16).padStart(4, '0')).join('');

const round = (n: number): number => Math.round(n * 100) / 100;

/** One line; `y` is its top. Colour and Latin font are those that are set. */
export const drawLine = (pdf: Pdf, text: string, [x, y]: readonly [number, number], size: number): void => {
  let left = x;
  for (const run of runsOf(text)) {
    if (run.latin) {
      pdf.text(run.text, left, y, { lineBreak: false });
      left += pdf.widthOfString(run.text);
    } else {
      const baseline = round(y + ASCENT * size);
      rawOf(pdf).addContent(
        `BT /${FONT_KEY} ${size} Tf 1 0 0 -1 ${round(left)} ${baseline} Tm <${hexOf(run.text)}> Tj ET`,
      );
      left += signsOf(run.text).length * size * FULL_WIDTH;
    }
  }
};

/** Widths of single signs, in units of the font's size: measured once, since a table has a hundred thousand texts of few signs. */
export class SignWidths {
  private readonly pdf: Pdf;
  private readonly known = new Map<string, number>();

  /** In the font that is set, whose size is `size`, whenever this is asked. */
  constructor(pdf: Pdf) {
    this.pdf = pdf;
  }

  of(sign: string, size: number): number {
    let width = this.known.get(sign);
    if (width === undefined) {
      width = isLatin(sign) ? this.pdf.widthOfString(sign) / size : FULL_WIDTH;
      this.known.set(sign, width);
    }
    return width * size;
  }
}

/** Lines of at most `width`, broken at blanks where there are any; what is beyond `most` lines ends in dots. */
export const wrapText = (
  widths: SignWidths,
  text: string,
  { width, size, most }: { width: number; size: number; most: number },
): string[] => {
  const signs = signsOf(plainText(text));
  const lines: string[] = [];
  let from = 0;
  while (from < signs.length && lines.length < most) {
    let end = from;
    let blank = -1;
    for (let used = 0; end < signs.length; end += 1) {
      const sign = signs[end] ?? '';
      used += widths.of(sign, size);
      if (used > width && end > from) break;
      if (sign === ' ' && end > from) blank = end;
    }
    if (end < signs.length && blank > 0) end = blank;
    lines.push(signs.slice(from, end).join(''));
    while (signs[end] === ' ') end += 1;
    from = end;
  }
  if (from < signs.length) lines[most - 1] = `${(lines[most - 1] ?? '').slice(0, -1)}\u2026`;
  return lines.length === 0 ? [''] : lines;
};
