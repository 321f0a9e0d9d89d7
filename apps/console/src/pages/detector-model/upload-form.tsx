import { CallRefused } from '@eyrie/client';
import { detectorModelCalls as calls, limits } from '@eyrie/domain';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Progress } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { call, showFailure } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import './detector-model.css';

/** A manifest to begin with: a model of the family that is met most. */
const example = JSON.stringify(
  {
    name: 'hot spots',
    version: '1',
    family: 'yolov8',
    input: {
      width: 640,
      height: 640,
      layout: 'nchw',
      colours: 'rgb',
      values: 'unit',
      fit: 'letterbox',
    },
    classes: [{ name: 'hot', aiType: 'hotSpot', threshold: 0.4 }],
    threshold: 0.25,
    overlap: 0.45,
  },
  null,
  2,
);
const manifestLines = 16;

/** Sends a model with what is said of it; closing the dialog ends it, and nothing of it is kept. */
export function UploadForm({ onDone }: { onDone: () => void }): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [manifest, setManifest] = useState(example);
  const [fraction, setFraction] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const send = async (chosen: File): Promise<void> => {
    const signals = new AbortController();
    running.current = signals;
    setFault(null);
    setFraction(0);
    try {
      const request = { file: chosen, manifest };
      await call(calls.add, request, { toast: false, signal: signals.signal, onProgress: setFraction });
      showToast('success', text('detectorModel.uploaded'));
      await client.invalidateQueries({ queryKey: ['detectorModel'] });
      onDone();
    } catch (error) {
      if (signals.signal.aborted) return;
      if (error instanceof CallRefused) setFault(error.message);
      else showFailure(error);
    } finally {
      setFraction(null);
    }
  };
  const busy = fraction !== null;
  return (
    <div className="model-form ey-grid ey-gap-12">
      <span>
        <Button disabled={busy} onClick={() => input.current?.click()}>
          {text('detectorModel.chooseFile')}
        </Button>{' '}
        <bdi>{file?.name}</bdi>
      </span>
      <input
        ref={input}
        type="file"
        hidden
        accept=".onnx"
        aria-label={text('detectorModel.modelFile')}
        onChange={(event) => {
          const chosen = event.target.files?.[0] ?? null;
          event.target.value = '';
          setFile(chosen);
        }}
      />
      <label>
        {text('detectorModel.manifest')}
        <Input.TextArea
          dir="ltr"
          rows={manifestLines}
          count={{ show: true, max: limits.detectorModel.manifestMax }}
          value={manifest}
          disabled={busy}
          onChange={(event) => setManifest(event.target.value)}
        />
      </label>
      <span>{text('detectorModel.manifestHint')}</span>
      {fault === null ? null : <span role="alert">{fault}</span>}
      {busy ? (
        <Progress percent={Math.round(fraction * 100)} aria-label={text('detectorModel.upload')} />
      ) : null}
      <span>
        <Button type="primary" disabled={busy || !file} onClick={() => file && void send(file)}>
          {text('detectorModel.send')}
        </Button>
      </span>
    </div>
  );
}
