// Draws a table as a PDF: title and notes, a header on every page, rows as high as their texts, a total, page numbers.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReportTable } from '@outrider/contract';
// oxlint-disable-next-line import/no-named-as-default -- its types know the default only
import PDFDocument from 'pdfkit';
import { logoOf } from './logo.ts';
import { type Pdf, SignWidths, addHanFont, drawLine, plainText, widthOf, wrapText } from './pdf-text.ts';

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
/** A row as it will be drawn: the lines of each cell, and how high that is. */
type Row = { cells: string[][]; height: number; look: Look };

const FONT = (bold: boolean): string => (bold ? 'Helvetica-Bold' : 'Helvetica');

/** Breaks texts into lines. Remembers widths of signs, of the plain and of the bold font. */
const createLayout = ({ pdf, tracks }: Pick<Sheet, 'pdf' | 'tracks'>) => {
  const widths = { plain: new SignWidths(pdf), bold: new SignWidths(pdf) };
  return (texts: readonly string[], look: Look = {}): Row => {
    const bold = look.bold === true;
    pdf.font(FONT(bold)).fontSize(SIZE);
    const cells = tracks.map(({ width }, i) =>
      wrapText(bold ? widths.bold : widths.plain, texts[i] ?? '', {
        width: width - 2 * PAD,
        size: SIZE,
        most: MOST_LINES,
      }),
    );
    return { cells, height: Math.max(...cells.map((lines) => lines.length)) * LINE + 2 * PAD, look };
  };
};

const paintRow = (sheet: Sheet, { cells, height, look: { bold = false, shade = false } }: Row): void => {
  const { pdf, tracks } = sheet;
  pdf.font(FONT(bold)).fontSize(SIZE);
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
};

const drawHead = (sheet: Sheet, { title, notes }: ReportTable, logo: string): void => {
  const { pdf } = sheet;
  if (logo !== '') {
    pdf.image(logoOf(logo), MARGIN, sheet.y, { fit: [LOGO.width, LOGO.height] });
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

const numberPage = ({ pdf }: Sheet, page: number, count: number): void => {
  pdf.font('Helvetica').fontSize(8).fillColor(SOFT);
  const text = `${page} / ${count}`;
  drawLine(pdf, text, [pdf.page.width - MARGIN - pdf.widthOfString(text), pdf.page.height - FOOT - 8], 8);
};

/** The rows of each page. The header stands on every page. */
const paginate = (rows: readonly Row[], header: Row, sheet: Sheet): Row[][] => {
  const pages: Row[][] = [[]];
  let y = sheet.y + header.height;
  for (const row of rows) {
    if (y + row.height > sheet.bottom) {
      pages.push([]);
      y = MARGIN + header.height;
    }
    pages.at(-1)?.push(row);
    y += row.height;
  }
  return pages;
};

/**
 * Draws the table and hands the bytes of the PDF to `write` page by page, so that no more than a page is in memory besides the
 * texts. Rejects for a logo that is no picture.
 */
export const drawTable = async (
  table: ReportTable,
  logo: string,
  write: (chunk: Uint8Array) => void,
): Promise<void> => {
  const pdf = new PDFDocument({
    size: 'A4',
    layout: table.columns.length >= WIDE_FROM ? 'landscape' : 'portrait',
    margin: 0,
    pdfVersion: '1.5',
    info: { Title: plainText(table.title) },
  });
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  pdf.on('data', write);
  const useHanFont = addHanFont(pdf);
  useHanFont();
  const { width, height } = pdf.page;
  const tracks = tracksOf(table, width - 2 * MARGIN);
  const sheet: Sheet = { pdf, tracks, bottom: height - MARGIN - FOOT, y: MARGIN };
  drawHead(sheet, table, logo);
  const layout = createLayout(sheet);
  const header = layout(
    table.columns.map(({ title }) => title),
    { bold: true, shade: true },
  );
  const total = table.total === undefined ? [] : [layout(table.total, { bold: true })];
  const pages = paginate([...table.rows.map((row) => layout(row)), ...total], header, sheet);
  for (const [i, rows] of pages.entries()) {
    if (i > 0) {
      pdf.addPage();
      useHanFont();
      sheet.y = MARGIN;
      // oxlint-disable-next-line no-await-in-loop -- what was drawn leaves before more is drawn
      await nextTurn();
    }
    for (const row of [header, ...rows]) paintRow(sheet, row);
    numberPage(sheet, i + 1, pages.length);
  }
  pdf.end();
  await ended;
};
