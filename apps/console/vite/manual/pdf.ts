// Draws the chapters of the guide as a PDF: a title page, the contents with page numbers, one chapter after the other. What the
// chapters say is guide.ts's matter.
import { existsSync } from 'node:fs';
// oxlint-disable-next-line import/no-named-as-default -- its types know the default only
import PDFDocument from 'pdfkit';
import type { Block, Chapter, Run } from './guide.ts';

const INK = '#1c2733';
const SOFT = '#5b6873';
const ACCENT = '#1f7a70';
const MARGIN = 56;
const PAGE = { width: 595.28, height: 841.89 };
const WIDTH = PAGE.width - 2 * MARGIN;
const BOTTOM = PAGE.height - MARGIN;
const fonts = { plain: 'Helvetica', strong: 'Helvetica-Bold', em: 'Helvetica-Oblique', code: 'Courier' } as const;

type Pdf = InstanceType<typeof PDFDocument>;

/** Begins a new page unless so much room is left. */
const room = (pdf: Pdf, height: number): void => {
  if (pdf.y + height > BOTTOM) pdf.addPage();
};

const writeRuns = (pdf: Pdf, runs: readonly Run[], left: number): void => {
  pdf.fontSize(10.5).fillColor(INK);
  for (const [i, { text, style, link }] of runs.entries()) {
    const choice = {
      continued: i < runs.length - 1,
      width: PAGE.width - MARGIN - left,
      lineGap: 2,
      link: link ?? null,
    };
    pdf.font(fonts[style]).fillColor(link === undefined ? INK : ACCENT);
    if (i === 0) pdf.text(text, left, pdf.y, choice);
    else pdf.text(text, choice);
  }
};

const drawTable = (pdf: Pdf, { head, rows }: Extract<Block, { kind: 'table' }>): void => {
  const width = WIDTH / head.length;
  const line = (cells: readonly string[], font: string): void => {
    pdf.font(font).fontSize(9.5).fillColor(INK);
    const height = Math.max(...cells.map((cell) => pdf.heightOfString(cell, { width: width - 8 }))) + 8;
    room(pdf, height);
    const top = pdf.y;
    for (const [i, cell] of cells.entries()) pdf.text(cell, MARGIN + i * width + 4, top + 4, { width: width - 8 });
    pdf
      .moveTo(MARGIN, top + height)
      .lineTo(MARGIN + WIDTH, top + height)
      .lineWidth(0.5)
      .stroke('#ccd3d8');
    pdf.y = top + height;
    pdf.x = MARGIN;
  };
  line(head, fonts.strong);
  for (const row of rows) line(row, fonts.plain);
  pdf.moveDown(0.6);
};

/** Pictures of screens are all 1440 by 900. */
const PICTURE_HEIGHT = (WIDTH * 900) / 1440;

const drawPicture = (pdf: Pdf, { file, caption }: Extract<Block, { kind: 'picture' }>): void => {
  // A screen that is new has its picture with the next `npm run screens`; until then the words do.
  if (!existsSync(file)) return;
  room(pdf, PICTURE_HEIGHT + 26);
  const top = pdf.y;
  pdf.image(file, MARGIN, top, { width: WIDTH, height: PICTURE_HEIGHT });
  pdf.rect(MARGIN, top, WIDTH, PICTURE_HEIGHT).lineWidth(0.5).stroke('#ccd3d8');
  pdf.font(fonts.em).fontSize(9).fillColor(SOFT);
  pdf.text(caption, MARGIN, top + PICTURE_HEIGHT + 6, { width: WIDTH, align: 'center' });
  pdf.moveDown(0.8);
};

const drawHeading = (pdf: Pdf, { depth, text }: Extract<Block, { kind: 'heading' }>): void => {
  room(pdf, 60);
  pdf.moveDown(0.4);
  pdf
    .font(fonts.strong)
    .fontSize(depth === 2 ? 14 : 11.5)
    .fillColor(INK);
  pdf.text(text, MARGIN, pdf.y, { width: WIDTH });
  pdf.moveDown(0.3);
};

const drawBlock = (pdf: Pdf, block: Block): void => {
  switch (block.kind) {
    case 'heading':
      return drawHeading(pdf, block);
    case 'text':
      room(pdf, 28);
      writeRuns(pdf, block.runs, MARGIN);
      pdf.moveDown(0.6);
      return undefined;
    case 'item':
      room(pdf, 28);
      pdf
        .font(fonts.plain)
        .fontSize(10.5)
        .fillColor(SOFT)
        .text(block.mark, MARGIN + 4, pdf.y, { lineBreak: false });
      writeRuns(pdf, block.runs, MARGIN + 22);
      pdf.moveDown(0.3);
      return undefined;
    case 'code':
      pdf.font(fonts.code).fontSize(9).fillColor(INK);
      room(pdf, pdf.heightOfString(block.text, { width: WIDTH - 16 }) + 8);
      pdf.text(block.text, MARGIN + 8, pdf.y, { width: WIDTH - 16 });
      pdf.moveDown(0.6);
      return undefined;
    case 'picture':
      return drawPicture(pdf, block);
    case 'table':
      return drawTable(pdf, block);
    default:
      return block satisfies never;
  }
};

const titlePage = (pdf: Pdf, subtitle: string): void => {
  pdf.rect(0, 0, PAGE.width, 300).fill(INK);
  pdf.path('M 86 150 L 118 222 L 86 206 L 54 222 Z').fill('#3fb6a8');
  pdf.font(fonts.strong).fontSize(34).fillColor('#ffffff').text('Outrider', 140, 165);
  pdf.font(fonts.plain).fontSize(15).text(subtitle, 142, 208);
};

const contents = (pdf: Pdf, page: number, chapters: readonly { title: string; page: number }[]): void => {
  pdf.switchToPage(page);
  pdf.font(fonts.strong).fontSize(16).fillColor(INK).text('Contents', MARGIN, 340);
  for (const [i, chapter] of chapters.entries()) {
    const top = 376 + i * 22;
    pdf.font(fonts.plain).fontSize(11).fillColor(INK);
    pdf.text(`${i + 1}  ${chapter.title}`, MARGIN, top, { lineBreak: false, goTo: `chapter-${i}` });
    pdf.text(String(chapter.page), MARGIN, top, { width: WIDTH, align: 'right' });
  }
};

/** Numbers below the text; the foot lies outside the margin, where pdfkit would begin a new page. */
const pageNumbers = (pdf: Pdf): void => {
  const { count } = pdf.bufferedPageRange();
  for (let page = 1; page < count; page += 1) {
    pdf.switchToPage(page);
    pdf.page.margins.bottom = 0;
    pdf.font(fonts.plain).fontSize(9).fillColor(SOFT);
    pdf.text(String(page + 1), MARGIN, PAGE.height - 36, { width: WIDTH, align: 'center', lineBreak: false });
  }
};

/** The manual as the bytes of a PDF. The same chapters give the same bytes. */
export const drawManual = async (chapters: readonly Chapter[], subtitle: string): Promise<Buffer> => {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    // A fixed moment: the file changes only when the guide does.
    info: { Title: `Outrider: ${subtitle}`, CreationDate: new Date(0), ModDate: new Date(0) },
  });
  const parts: Buffer[] = [];
  pdf.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<void>((resolve, reject) => {
    pdf.on('end', () => resolve());
    pdf.on('error', reject);
  });
  titlePage(pdf, subtitle);
  const pages: { title: string; page: number }[] = [];
  for (const [i, { title, blocks }] of chapters.entries()) {
    pdf.addPage();
    pages.push({ title, page: pdf.bufferedPageRange().count });
    pdf.outline.addItem(title);
    pdf.addNamedDestination(`chapter-${i}`);
    pdf
      .font(fonts.strong)
      .fontSize(20)
      .fillColor(INK)
      .text(`${i + 1}  ${title}`, MARGIN, MARGIN);
    pdf.moveDown(0.5);
    for (const block of blocks) drawBlock(pdf, block);
  }
  contents(pdf, 0, pages);
  pageNumbers(pdf);
  pdf.end();
  await done;
  return Buffer.concat(parts);
};
