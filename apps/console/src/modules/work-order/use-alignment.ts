import { alignmentFault, poseDifference, type AlignmentFault, type ComparedPicture } from '@eyrie/domain';
import { useQuery } from '@tanstack/react-query';
import type { Registered } from './register.ts';
import type { RegisterAnswer, RegisterAsked } from './register.worker.ts';

/** How a new picture lies on the old one; with a fault they are only shown side by side. */
export type Alignment =
  | { registered: Registered; fault: null }
  | { registered: Registered | null; fault: AlignmentFault | 'failed' };

/** Two large pictures and 11 MB of code on a slow line, ms. */
const within = 120_000;

const pictureAt = async (url: string, signal: AbortSignal): Promise<Blob> => {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`the picture was answered with ${answer.status}`);
  return answer.blob();
};

/** Beside the page, in a worker that ends with its answer: its memory grows and is never given back. */
const registered = (asked: RegisterAsked, signal: AbortSignal): Promise<Registered | null> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('register.worker.ts', import.meta.url), { type: 'module' });
    const end = (): void => worker.terminate();
    const fail = (): void => {
      end();
      reject(new Error('the pictures are not aligned'));
    };
    signal.addEventListener('abort', fail, { once: true });
    worker.addEventListener('error', fail);
    worker.addEventListener('message', ({ data }: MessageEvent<RegisterAnswer>) => {
      if ('failed' in data) {
        fail();
        return;
      }
      end();
      resolve(data.found);
    });
    worker.postMessage(asked);
  });

async function alignmentOf(
  before: ComparedPicture,
  after: ComparedPicture,
  signal: AbortSignal,
): Promise<Alignment> {
  try {
    const late = AbortSignal.any([signal, AbortSignal.timeout(within)]);
    const [one, other] = await Promise.all([pictureAt(before.url, late), pictureAt(after.url, late)]);
    const found = await registered({ before: one, after: other }, late);
    if (!found) return { registered: null, fault: 'fewPoints' };
    const fault = alignmentFault(found, poseDifference(before.pose, after.pose), before.pose.focalLength);
    return fault === null ? { registered: found, fault } : { registered: found, fault };
  } catch {
    signal.throwIfAborted();
    return { registered: null, fault: 'failed' };
  }
}

/** Aligns two pictures of one view once. */
export const useAlignment = (before: ComparedPicture, after: ComparedPicture) =>
  useQuery({
    queryKey: ['alignment', before.mediaOID, after.mediaOID],
    queryFn: ({ signal }) => alignmentOf(before, after, signal),
    staleTime: Infinity,
    retry: false,
  });
