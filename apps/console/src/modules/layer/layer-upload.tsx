import { CallRefused } from '@eyrie/client';
import { layerCalls, limits } from '@eyrie/domain';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Progress, Radio } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { call, showFailure } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import './layer.css';

const kinds = {
  tiles: { label: 'layer.uploadTiles', accept: '.zip', bytes: limits.layer.uploadBytes },
  tileset: { label: 'layer.uploadTileset', accept: '.zip', bytes: limits.layer.uploadBytes },
  vector: {
    label: 'layer.uploadVector',
    accept: '.geojson,.json,.kml,.kmz,.zip,.dxf',
    bytes: limits.layer.vectorBytes,
  },
  geotiff: { label: 'layer.uploadGeotiff', accept: '.tif,.tiff', bytes: limits.layer.rasterBytes },
  surfaceModel: {
    label: 'layer.uploadSurface',
    accept: '.tif,.tiff',
    bytes: limits.layer.rasterBytes,
  },
  pointCloud: { label: 'layer.uploadPointCloud', accept: '.las,.laz', bytes: limits.layer.rasterBytes },
  pmtilesFile: { label: 'layer.uploadPmtiles', accept: '.pmtiles', bytes: limits.layer.rasterBytes },
} as const;
type Kind = keyof typeof kinds;

/** Files that may name no system of their places. */
const takesSystem = (kind: Kind): boolean => kind === 'vector' || kind === 'pointCloud';
/** What is said of kinds that are made into something once they are here, and what bounds them. */
const saved: Partial<Record<Kind, 'layer.uploadPreparing' | 'layer.uploadConverting'>> = {
  geotiff: 'layer.uploadPreparing',
  surfaceModel: 'layer.uploadPreparing',
  pointCloud: 'layer.uploadConverting',
};
const bounds: Partial<Record<Kind, 'layer.uploadRaster' | 'layer.uploadCloud' | 'layer.uploadHeights'>> = {
  geotiff: 'layer.uploadRaster',
  surfaceModel: 'layer.uploadHeights',
  pointCloud: 'layer.uploadCloud',
};

/** Sends a file; closing the dialog or Cancel ends it, and nothing of it is kept. */
const useSending = (onDone: () => void) => {
  const text = useText();
  const client = useQueryClient();
  const running = useRef<AbortController | null>(null);
  const [fraction, setFraction] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const send = async (kind: Kind, file: File, epsg: string): Promise<void> => {
    if (file.size > kinds[kind].bytes) {
      setFault(text('layer.uploadTooLarge', { size: kinds[kind].bytes / 1_000_000 }));
      return;
    }
    const work = new AbortController();
    running.current = work;
    setFault(null);
    setFraction(0);
    try {
      const system = takesSystem(kind) && epsg !== '' ? { epsg } : {};
      const request = { file, source: kind, fileName: file.name.slice(0, 255), ...system };
      await call(layerCalls.upload, request, { toast: false, signal: work.signal, onProgress: setFraction });
      showToast('success', text(saved[kind] ?? 'layer.saved'));
      await client.invalidateQueries({ queryKey: ['layer'] });
      onDone();
    } catch (error) {
      if (work.signal.aborted) return;
      if (error instanceof CallRefused) setFault(error.message);
      else showFailure(error);
    } finally {
      setFraction(null);
    }
  };
  return { fraction, fault, send, stop: () => running.current?.abort() };
};

/** Chooses what a file is, sends it, and says how far it is or what is wrong with it. */
export function LayerUpload({ onDone }: { onDone: () => void }): ReactNode {
  const text = useText();
  const [kind, setKind] = useState<Kind>('tiles');
  const [epsg, setEpsg] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { fraction, fault, send, stop } = useSending(onDone);
  const { accept, bytes } = kinds[kind];
  const most = {
    size: bytes / 1_000_000,
    pixels: limits.layer.rasterPixels / 1_000_000,
    points: limits.layer.cloudPoints / 1_000_000,
    heights: limits.layer.surfacePixels / 1_000_000,
  };
  return (
    <div className="layer-upload">
      <Radio.Group
        value={kind}
        disabled={fraction !== null}
        onChange={(event) => setKind(event.target.value as Kind)}
        options={(Object.keys(kinds) as Kind[]).map((value) => ({ value, label: text(kinds[value].label) }))}
      />
      {takesSystem(kind) ? (
        <label className="layer-epsg ey-stack ey-gap-4">
          {text('layer.uploadEpsg')}
          <Input
            inputMode="numeric"
            value={epsg}
            disabled={fraction !== null}
            onChange={(event) => setEpsg(event.target.value.replaceAll(/\D/g, ''))}
          />
          <span className="layer-hint">
            {text(kind === 'vector' ? 'layer.uploadEpsgHint' : 'layer.uploadCloudEpsgHint')}
          </span>
        </label>
      ) : null}
      <span>
        <Button disabled={fraction !== null} onClick={() => input.current?.click()}>
          {text('layer.upload')}
        </Button>{' '}
        {fraction === null ? null : <Button onClick={stop}>{text('app.cancel')}</Button>}
      </span>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={text('layer.upload')}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file may be chosen again after it was corrected.
          event.target.value = '';
          if (file) void send(kind, file, epsg);
        }}
      />
      {fraction === null ? null : (
        <Progress
          percent={Math.round(fraction * 100)}
          aria-label={text('layer.uploading')}
          format={(percent) => (percent === 100 ? text('layer.uploadReading') : `${percent ?? 0}%`)}
        />
      )}
      <span className={fault ? 'layer-fault' : 'layer-hint'} role={fault ? 'alert' : undefined}>
        {fault ?? text(bounds[kind] ?? 'layer.uploadLimit', most)}
      </span>
    </div>
  );
}
