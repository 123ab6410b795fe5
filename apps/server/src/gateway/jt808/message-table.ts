// What is done with each message, written out: the handler of what a device sends, and when we send ours. docs/reference/
// messages.md is made from it, so each line says what really happens. Finding and calling the handler is dispatch.ts.
import type { Handler } from './handler.ts';
import { authenticate } from './handlers/t0102-authenticate.ts';
import { dedicatedReply } from './handlers/dedicated-reply.ts';
import { driverCard } from './handlers/t0702-driver-card.ts';
import { generalReply } from './handlers/t0001-general-reply.ts';
import { keepMessage } from './handlers/keep-message.ts';
import { heartbeat } from './handlers/t0002-heartbeat.ts';
import { locationBatch } from './handlers/t0704-location-batch.ts';
import { locationInReply } from './handlers/location-in-reply.ts';
import { locationReport } from './handlers/t0200-location-report.ts';
import { logout } from './handlers/t0003-logout.ts';
import { mediaUpload } from './handlers/t0801-media-upload.ts';
import { recorderData } from './handlers/t0700-recorder-data.ts';
import { register } from './handlers/t0100-register.ts';
import { resendRequest } from './handlers/t0005-resend-request.ts';
import { uploadFinished } from './handlers/t1206-upload-finished.ts';
import { upgradeProgress, upgradeResult } from './handlers/upgrade-news.ts';
import { timeRequest } from './handlers/t0004-time-request.ts';
import { transparent } from './handlers/t0900-transparent.ts';

export type Row = {
  handler: Handler;
  /** The id of the message it is answered with; null for one that is never answered. */
  answer: number | null;
  /** For the reference: one line that says what is kept and what is not. */
  does: string;
  beforeAuthentication?: true;
  /** Processed again when repeated, because the sink knows repeats itself or nothing is stored. */
  repeatable?: true;
};

const GENERAL = 0x8001;

const keptSmall =
  'Kept as read and as sent, of registered devices; answered when it is on disk. Larger than 64 KB it is answered as not supported.';

export const handlers: ReadonlyMap<number, Row> = new Map<number, Row>([
  [0x0001, { handler: generalReply, answer: null, does: 'Settles the command that waits for it.', repeatable: true }],
  [
    0x0002,
    { handler: heartbeat, answer: GENERAL, does: 'Measures how long silence may last. Not kept.', repeatable: true },
  ],
  [
    0x0003,
    { handler: logout, answer: GENERAL, does: 'Voids the code of the device: its next connection must register.' },
  ],
  [
    0x0004,
    {
      handler: timeRequest,
      answer: 0x8004,
      does: "Answered with the server's time in UTC.",
      repeatable: true,
      beforeAuthentication: true,
    },
  ],
  [
    0x0005,
    {
      handler: resendRequest,
      answer: null,
      does: 'The parts it names of a split message of ours are sent again, byte for byte, if they are still held.',
      repeatable: true,
    },
  ],
  [
    0x0100,
    {
      handler: register,
      answer: 0x8100,
      does: 'The registration policy decides; maker, model and plate are kept, and a code is handed out.',
      repeatable: true,
      beforeAuthentication: true,
    },
  ],
  [
    0x0102,
    {
      handler: authenticate,
      answer: GENERAL,
      does: 'The code is checked against the one kept; with it the connection becomes the link of the device.',
      repeatable: true,
      beforeAuthentication: true,
    },
  ],
  [0x0104, { handler: dedicatedReply, answer: GENERAL, does: 'Answers the question for parameters. Not kept.' }],
  [
    0x0107,
    {
      handler: dedicatedReply,
      answer: GENERAL,
      does: 'Answers the question for the attributes; the last answer of a registered device is kept.',
    },
  ],
  [
    0x0108,
    {
      handler: upgradeResult,
      answer: GENERAL,
      does: `Says what came of an upgrade that is under way. ${keptSmall}`,
      repeatable: true,
    },
  ],
  [
    0x0200,
    {
      handler: locationReport,
      answer: GENERAL,
      does: 'Kept with all its items; answered when it is on disk.',
      repeatable: true,
    },
  ],
  [
    0x0201,
    {
      handler: locationInReply,
      answer: GENERAL,
      does: 'Kept like a location report, and settles the question that asked for it.',
      repeatable: true,
    },
  ],
  [
    0x0301,
    {
      handler: keepMessage('driver-event'),
      answer: GENERAL,
      does: `The driver reports one of the events of a list that somebody else set. ${keptSmall}`,
      repeatable: true,
    },
  ],
  [
    0x0302,
    {
      handler: keepMessage('driver-answer'),
      answer: GENERAL,
      does: `The driver answers a question that somebody else asked. ${keptSmall}`,
      repeatable: true,
    },
  ],
  [
    0x0303,
    {
      handler: keepMessage('news-order'),
      answer: GENERAL,
      does: `The driver orders or cancels news. ${keptSmall}`,
      repeatable: true,
    },
  ],
  [
    0x0500,
    {
      handler: locationInReply,
      answer: GENERAL,
      does: 'Its position is kept like a location report, and settles the order to the doors.',
      repeatable: true,
    },
  ],
  [0x0608, { handler: dedicatedReply, answer: GENERAL, does: 'Answers the question for areas and routes.' }],
  [
    0x0700,
    {
      handler: recorderData,
      answer: GENERAL,
      does: keptSmall,
      repeatable: true,
    },
  ],
  [
    0x0701,
    {
      handler: keepMessage('waybill'),
      answer: GENERAL,
      does: `A waybill, or what a tracker answers to a text. ${keptSmall}`,
      repeatable: true,
    },
  ],
  [
    0x0702,
    {
      handler: driverCard,
      answer: GENERAL,
      does: 'Kept with name, licence and times, of registered devices, and answered when it is on disk. The driver is shown until the card is taken out or the server restarts.',
      repeatable: true,
    },
  ],
  [
    0x0704,
    {
      handler: locationBatch,
      answer: GENERAL,
      does: 'Its positions are kept, those of a dead zone marked as late; answered when all are on disk. More than 65,535 are refused with result 3.',
      repeatable: true,
    },
  ],
  [
    0x0705,
    {
      handler: keepMessage('can-frames'),
      answer: GENERAL,
      does: `Frames of the CAN buses, which nothing here reads further. ${keptSmall}`,
      repeatable: true,
    },
  ],
  [
    0x0800,
    {
      handler: keepMessage('media-event'),
      answer: GENERAL,
      does: keptSmall,
      repeatable: true,
    },
  ],
  [
    0x0801,
    {
      handler: mediaUpload,
      answer: 0x8800,
      does: 'Kept as a file with its channel, cause, place and event, of registered devices; answered when it is on disk.',
      repeatable: true,
    },
  ],
  [
    0x0802,
    {
      handler: dedicatedReply,
      answer: GENERAL,
      does: 'Answers the question for pictures, sounds and clips that the recorder keeps. Not kept.',
    },
  ],
  [
    0x0805,
    {
      handler: dedicatedReply,
      answer: GENERAL,
      does: 'Settles the order to take pictures, with their numbers. Not kept.',
    },
  ],
  [
    0x0900,
    {
      handler: transparent,
      answer: GENERAL,
      does: `An answer in our vendor block settles the question that waits for it and is not kept. Anything else: ${keptSmall.charAt(0).toLowerCase()}${keptSmall.slice(1)}`,
      repeatable: true,
    },
  ],
  [
    0x0901,
    {
      handler: keepMessage('compressed'),
      answer: GENERAL,
      does: `Packed data of the maker's own form, kept packed. ${keptSmall}`,
      repeatable: true,
    },
  ],
  [
    0x0a00,
    {
      handler: keepMessage('device-key'),
      answer: GENERAL,
      does: `The public key of the device; nothing is encrypted with it. ${keptSmall}`,
      repeatable: true,
    },
  ],
  [0x1003, { handler: dedicatedReply, answer: GENERAL, does: 'Tells how talk is coded for this link. Not kept.' }],
  [
    0x1005,
    {
      handler: keepMessage('passengers', { timed: true }),
      answer: GENERAL,
      does: keptSmall,
      repeatable: true,
    },
  ],
  [
    0x1205,
    {
      handler: dedicatedReply,
      answer: GENERAL,
      does: 'Settles the question for recordings that waits for it. Not kept.',
    },
  ],
  [
    0x1300,
    {
      handler: keepMessage('text-reply'),
      answer: GENERAL,
      does: `What a tracker answers to a text. ${keptSmall}`,
      repeatable: true,
    },
  ],
  [0x1fc4, { handler: upgradeProgress, answer: GENERAL, does: 'Says how far an upgrade is that is under way.' }],
  [
    0x1206,
    {
      handler: uploadFinished,
      answer: GENERAL,
      does: `Says what came of an upload to an FTP server. ${keptSmall}`,
      repeatable: true,
    },
  ],
  [
    0x6006,
    {
      handler: keepMessage('text-reply'),
      answer: GENERAL,
      does: `What a tracker answers to a text. ${keptSmall}`,
      repeatable: true,
    },
  ],
]);

/** When we send which message. A test compares it with what this room imports. */
export const sent: ReadonlyMap<number, string> = new Map([
  [0x8001, 'Answers what has no answer of its own.'],
  [0x8003, 'Asks for parts of a split message that are missing after a while, five times at most.'],
  [0x8004, 'Answers the question for the time.'],
  [0x8100, 'Answers a register.'],
  [0x8103, 'Sets parameters of the recorder, few at a time.'],
  [0x8104, 'Asks for all parameters of the recorder.'],
  [
    0x8105,
    'Restarts the recorder, switches it off, ends its connections, sends it to another server, sets it back to what it was made with, or has it fetch a firmware, when somebody says so.',
  ],
  [0x8106, 'Asks for some parameters: before they are set, and afterwards.'],
  [0x8107, 'Asks what the recorder is: maker, model, SIM card, versions; some moments after it came.'],
  [0x8108, 'A firmware in packets, for recorders that fetch none by themselves.'],
  [
    0x8201,
    'Asks where the vehicle is when an operator does, and whether an older recorder is still there, as 0x8204 does.',
  ],
  [0x8204, 'Asks whether a recorder of 2019 is still there when its number registers from another address.'],
  [0x8300, 'Shows and reads aloud what an operator writes.'],
  [0x8500, 'Locks or unlocks the doors when an administrator says so.'],
  [0x8600, 'Has the recorder watch circles, when an operator says so.'],
  [0x8601, 'Removes circles from the recorder.'],
  [0x8602, 'Has the recorder watch rectangles.'],
  [0x8603, 'Removes rectangles from the recorder.'],
  [0x8604, 'Has the recorder watch a polygon.'],
  [0x8605, 'Removes polygons from the recorder.'],
  [0x8606, 'Has the recorder watch a route.'],
  [0x8607, 'Removes routes from the recorder.'],
  [0x8608, 'Asks which areas and routes the recorder has, when an operator says so.'],
  [0x8700, 'Asks for data of the driving recorder.'],
  [0x8800, 'Acknowledges a picture, sound or clip that is on disk, or asks for parts of it that are missing.'],
  [0x8801, 'Has the recorder take a picture now.'],
  [0x8802, 'Asks which pictures, sounds and clips the recorder keeps, when an operator does.'],
  [0x8803, 'Has the recorder send what it keeps of one kind, cause and time.'],
  [0x8804, 'Has the recorder record sound in the vehicle.'],
  [0x8805, 'Has the recorder send one thing that it keeps.'],
  [
    0x8900,
    'Passes what an operator writes to the first serial port of the recorder; asks in our vendor block what has no message of its own, of recorders that say they know it.',
  ],
  [0x9003, 'Asks how the recorder codes sound, before the first talk of a link.'],
  [0x9101, 'Asks for live pictures and sound, talk, listening or broadcast.'],
  [0x9102, 'Stops a stream or a talk, or switches between main and sub stream.'],
  [0x9201, 'Asks for recorded pictures and sound.'],
  [0x9202, 'Pauses, speeds up, moves or stops a playback.'],
  [0x9205, 'Asks what the recorder has recorded.'],
  [0x9206, 'Has the recorder upload recordings to an FTP server, when somebody says so.'],
  [0x9207, 'Pauses, resumes or cancels such an upload.'],
  [0x9208, 'Asks for the files of an active-safety alarm that announced some.'],
  [0x9212, 'Says on the files port that a file is on disk, or which bytes of it are missing.'],
  [0x9301, 'Turns the camera.'],
  [0x9306, 'Zooms the camera.'],
]);

/** Served on the files port alone, to a device that was asked for the files of an alarm: the answer, and what is done. */
export const onFilesPort: ReadonlyMap<number, { answer: number; does: string }> = new Map([
  [0x1210, { answer: GENERAL, does: 'On the files port: lists the files of an alarm that the server asked for.' }],
  [0x1211, { answer: GENERAL, does: 'On the files port: begins a file, or resumes it.' }],
  [0x1212, { answer: 0x9212, does: 'On the files port: answered as whole when the file is on disk.' }],
]);
