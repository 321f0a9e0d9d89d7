/** Layers of files in a running product, as members send them. */
import { openAsBlob } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { layerCalls, type Envelope, type LayerRecord } from '@eyrie/domain';
import type { Caller } from '../e2e/support/calls.ts';

export interface SentLayer {
  source: string;
  path: string;
  name: string;
}

/** Sends a file and waits until it can be seen. @throws Error with the reason where it cannot become a layer */
export async function layerOf(
  url: string,
  { session }: Caller,
  { source, path, name }: SentLayer,
): Promise<LayerRecord> {
  const form = new FormData();
  form.set('source', source);
  form.set('file', await openAsBlob(path), name);
  const headers = { authToken: session.authToken };
  const answer = await fetch(`${url}${layerCalls.upload.path}`, { method: 'POST', headers, body: form });
  const { data, message } = (await answer.json()) as Envelope<LayerRecord>;
  if (!answer.ok) throw new Error(message);
  for (;;) {
    const asked = await fetch(`${url}${layerCalls.get.path}?oid=${data.oid}`, { headers });
    const { data: layer } = (await asked.json()) as Envelope<LayerRecord>;
    if (layer.state === 'ready') return layer;
    if (layer.state === 'failed') throw new Error(String(layer.reason));
    await pause(100);
  }
}
