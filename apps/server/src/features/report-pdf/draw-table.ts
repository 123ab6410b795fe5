// Draws a table as a PDF: title and notes, a header on every page, rows as high as their texts, a total, page numbers.
import type { ReportTable } from '@outrider/contract';
// oxlint-disable-next-line import/no-named-as-default -- its types know the default only
import PDFDocument from 'pdfkit';
import { type Pdf, addHanFont, drawLine, plainText, widthOf, wrapText } from './pdf-text.ts';

const INK = '#1c2733';
const SOFT = '#5b6873';
const RULE = '#ccd3d8';
const SHADE = '#f2f5f7';
const MARGIN = 40;
const FOOT = 24;
const SIZE = 9;
const LINE = 12;
const PAD = 4;
const MOST_LINES = 3;
const LOGO = { width: 140, height: 36 };
/** A table with more columns lies on its side. */
const WIDE_FROM = 6;

type Sheet = {
  pdf: Pdf;
  useHanFont: () => void;
  /** Left edge and width of each column. */
  tracks: { left: number; width: number; end: boolean }[];
  bottom: number;
  y: number;
};

const tracksOf = ({ columns }: ReportTable, width: number): Sheet['tracks'] => {
  const whole = columns.reduce((sum, { weight }) => sum + weight, 0);
  let left = MARGIN;
  return columns.map(({ weight, align }) => {
    const track = { left, width: (width * weight) / whole, end: align === 'end' };
    left += track.width;
    return track;
  });
};

type Look = { bold?: boolean; shade?: boolean };

/** Draws one line of the table; gives false, with nothing drawn, when the page has no room for it. */
const drawRow = (sheet: Sheet, texts: readonly string[], { bold = false, shade = false }: Look = {}): boolean => {
  const { pdf, tracks } = sheet;
  pdf.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(SIZE);
  const cells = tracks.map(({ width }, i) =>
    wrapText(pdf, texts[i] ?? '', { width: width - 2 * PAD, size: SIZE, most: MOST_LINES }),
  );
  const height = Math.max(...cells.map((lines) => lines.length)) * LINE + 2 * PAD;
  if (sheet.y + height > sheet.bottom) return false;
  const right = (tracks.at(-1)?.left ?? 0) + (tracks.at(-1)?.width ?? 0);
  if (shade) pdf.rect(MARGIN, sheet.y, right - MARGIN, height).fill(SHADE);
  pdf.fillColor(INK);
  for (const [i, { left, width, end }] of tracks.entries())
    for (const [n, text] of (cells[i] ?? []).entries()) {
      const x = end ? left + width - PAD - widthOf(pdf, text, SIZE) : left + PAD;
      drawLine(pdf, text, [x, sheet.y + PAD + n * LINE], SIZE);
    }
  sheet.y += height;
  pdf.moveTo(MARGIN, sheet.y).lineTo(right, sheet.y).lineWidth(0.5).stroke(RULE);
  return true;
};

const turnPage = (sheet: Sheet, { columns }: ReportTable): void => {
  sheet.pdf.addPage();
  sheet.useHanFont();
  sheet.y = MARGIN;
  drawRow(
    sheet,
    columns.map(({ title }) => title),
    { bold: true, shade: true },
  );
};

const drawHead = (sheet: Sheet, { title, notes }: ReportTable, logo: string): void => {
  const { pdf } = sheet;
  if (logo !== '') {
    const picture = Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64');
    pdf.image(picture, MARGIN, sheet.y, { fit: [LOGO.width, LOGO.height] });
    sheet.y += LOGO.height + 2 * PAD;
  }
  pdf.font('Helvetica-Bold').fontSize(16).fillColor(INK);
  drawLine(pdf, plainText(title), [MARGIN, sheet.y], 16);
  sheet.y += 24;
  pdf.font('Helvetica').fontSize(SIZE).fillColor(SOFT);
  for (const note of notes) {
    drawLine(pdf, plainText(note), [MARGIN, sheet.y], SIZE);
    sheet.y += LINE + 2;
  }
  sheet.y += 2 * PAD;
};

const numberPages = ({ pdf }: Sheet): void => {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    pdf.font('Helvetica').fontSize(8).fillColor(SOFT);
    const text = `${page - start + 1} / ${count}`;
    drawLine(pdf, text, [pdf.page.width - MARGIN - pdf.widthOfString(text), pdf.page.height - FOOT - 8], 8);
  }
};

/** The bytes of the PDF. Rejects for a logo that is no picture. */
export const drawTable = async (table: ReportTable, logo: string): Promise<Uint8Array<ArrayBuffer>> => {
  const pdf = new PDFDocument({
    size: 'A4',
    layout: table.columns.length >= WIDE_FROM ? 'landscape' : 'portrait',
    margin: 0,
    pdfVersion: '1.5',
    bufferPages: true,
    info: { Title: plainText(table.title) },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => void chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  const useHanFont = addHanFont(pdf);
  useHanFont();
  const { width, height } = pdf.page;
  const sheet: Sheet = {
    pdf,
    useHanFont,
    tracks: tracksOf(table, width - 2 * MARGIN),
    bottom: height - MARGIN - FOOT,
    y: MARGIN,
  };
  drawHead(sheet, table, logo);
  drawRow(
    sheet,
    table.columns.map(({ title }) => title),
    { bold: true, shade: true },
  );
  const draw = (texts: readonly string[], look?: Look): void => {
    if (drawRow(sheet, texts, look)) return;
    turnPage(sheet, table);
    drawRow(sheet, texts, look);
  };
  for (const row of table.rows) draw(row);
  if (table.total !== undefined) draw(table.total, { bold: true });
  numberPages(sheet);
  pdf.end();
  await ended;
  return Uint8Array.from(Buffer.concat(chunks));
};
