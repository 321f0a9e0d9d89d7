import { limits } from '@eyrie/domain';
import { z } from 'zod';
import { streamName } from './sign.ts';

const bounds = limits.mediaServer;

/** What SRS says of its streams; it says more. */
const answered = z.object({
  code: z.literal(0),
  streams: z.array(
    z.object({ name: z.string(), app: z.string(), publish: z.object({ active: z.boolean() }).optional() }),
  ),
});

/** @throws Error where an answer is longer than it may be */
const textOf = async (answer: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > bounds.answerBytes)
      throw new Error(`the media server says more than ${bounds.answerBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

/**
 * Names of the streams that an outside media server takes at this moment.
 * @param api `http://host:port` of the API of SRS
 * @throws Error where it does not answer, or not as SRS does
 */
export const outsideStreams = async (api: string): Promise<string[]> => {
  const answer = await fetch(`${api}/api/v1/streams/?start=0&count=${bounds.streams}`, {
    signal: AbortSignal.timeout(bounds.answerWithin),
    redirect: 'error',
  });
  if (answer.status !== 200) throw new Error(`the media server answers ${answer.status}`);
  const { streams } = answered.parse(JSON.parse(await textOf(answer)));
  // One that nobody publishes any more is listed as long as somebody watches it.
  return streams
    .filter(({ name, app, publish }) => app === 'live' && publish?.active === true && streamName.test(name))
    .map(({ name }) => name);
};
