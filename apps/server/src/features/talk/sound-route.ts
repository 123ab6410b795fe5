// The address of the sound of a talk: for who may search the log and see every device of it.
import { stat } from 'node:fs/promises';
import { AppError, postTalkLog, talkAudioQuery } from '@outrider/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Access, Caller } from '../../kernel/access/access.ts';
import { assertMay } from '../../kernel/access/authorise.ts';
import { sinceOf } from '../../kernel/access/lookback.ts';
import { checkInput } from '../../kernel/web/schema-input.ts';
import { keptFileHeaders, sendFile } from '../../kernel/web/send-file.ts';
import type { TalkSounds } from './sounds.ts';
import type { TalkStore } from './store.ts';

type Kit = { access: Access; store: Pick<TalkStore, 'ofTalk'>; sounds: Pick<TalkSounds, 'of' | 'pathOf'> };

const unknownSound = (): AppError => new AppError('not_found', 'There is no such recording of a talk.');

export const addTalkSoundRoute = (
  app: FastifyInstance,
  { access, store, sounds }: Kit,
  authenticate: (request: FastifyRequest) => Promise<Caller>,
): void => {
  app.get<{ Params: { name: string } }>('/gklog/talkaac/:name', async (request, reply) => {
    const caller = await authenticate(request);
    assertMay(caller, postTalkLog.right);
    const { s: talkId, t: audio } = checkInput(talkAudioQuery, request.query);
    const entries = await store.ofTalk(talkId);
    const maySee = entries.length > 0 && entries.every(({ deviceKey }) => access.maySee(caller, deviceKey));
    const isOld = entries.some(({ startedMs }) => startedMs < sinceOf(caller));
    if (!maySee || isOld || !sounds.of(talkId).has(audio)) throw unknownSound();
    const path = sounds.pathOf(talkId, audio);
    const { size: bytes, mtimeMs } = await stat(path);
    reply.hijack();
    for (const [header, value] of Object.entries(keptFileHeaders)) reply.raw.setHeader(header, value);
    const { name } = request.params;
    await sendFile(request.raw, reply.raw, { path, bytes, name, type: 'audio/aac', tag: `"${mtimeMs}"`, shown: true });
  });
};
