import { CallRefused } from '@eyrie/client';
import {
  builtInTiles,
  limits,
  ownTilesOf,
  tileOrigin,
  type LookFault,
  type UploadedTiles,
} from '@eyrie/domain';
import { Button, Progress, Radio } from 'antd';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { showFailure } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { permittedTileOrigins } from '../../platform/tile-origins.ts';
import { uploadTiles } from './appearance.queries.ts';
import { TextField } from './fields.tsx';

type Source = 'builtin' | 'address' | 'file';

const sourceOf = (url: string): Source =>
  url === builtInTiles ? 'builtin' : ownTilesOf(url) === null ? 'address' : 'file';

export interface TilesFieldProps {
  url: string;
  fault: LookFault | undefined;
  disabled: boolean;
  onChange: (url: string) => void;
  /** A map file has been taken apart: its tiles can be looked at. */
  onTiles: (tiles: UploadedTiles) => void;
}

const megabytes = limits.appearance.tilesBytes / 1_000_000;

/** Sending a map file: what is allowed is said first, then how far it is, then what came of it. */
function TilesFile({ disabled, onTiles }: Pick<TilesFieldProps, 'disabled' | 'onTiles'>): ReactNode {
  const text = useText();
  const noteId = useId();
  const input = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController | null>(null);
  const [fraction, setFraction] = useState<number | null>(null);
  const [note, setNote] = useState<{ fault: boolean; words: string } | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const send = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (file.size > limits.appearance.tilesBytes) {
      setNote({ fault: true, words: text('appearance.tilesTooLarge', { size: megabytes }) });
      return;
    }
    const work = new AbortController();
    running.current = work;
    setNote(null);
    setFraction(0);
    try {
      const made = await uploadTiles(file, { signal: work.signal, onProgress: setFraction });
      const { min, max } = made.tileLevels;
      setNote({ fault: false, words: text('appearance.tilesRead', { count: made.tiles, min, max }) });
      onTiles(made);
    } catch (error) {
      if (work.signal.aborted) return;
      if (error instanceof CallRefused) setNote({ fault: true, words: error.message });
      else showFailure(error);
    } finally {
      setFraction(null);
    }
  };
  return (
    <div className="look-field">
      <div className="look-buttons">
        <Button
          disabled={disabled || fraction !== null}
          aria-describedby={noteId}
          onClick={() => input.current?.click()}
        >
          {text('appearance.tilesChoose')}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".zip,application/zip"
          hidden
          aria-label={text('appearance.tilesFile')}
          onChange={(event) => {
            void send(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      {fraction === null ? null : (
        <Progress
          percent={Math.round(fraction * 100)}
          format={(percent) => (percent === 100 ? text('appearance.tilesReading') : `${percent ?? 0}%`)}
          aria-label={text('appearance.sending')}
        />
      )}
      <span
        id={noteId}
        className={note?.fault ? 'look-fault' : 'look-hint'}
        role={note ? 'alert' : undefined}
      >
        {note?.words ?? text('appearance.tilesLimits', { size: megabytes })}
      </span>
    </div>
  );
}

/** What lies under every map: the built-in land, tiles from an address, or an own map file. */
export function TilesField({ url, fault, disabled, onChange, onTiles }: TilesFieldProps): ReactNode {
  const text = useText();
  const id = useId();
  const [source, setSource] = useState(sourceOf(url));
  const [before, setBefore] = useState(url);
  if (before !== url) {
    setBefore(url);
    if (url !== '') setSource(sourceOf(url));
  }
  const origin = tileOrigin(url);
  const choose = (next: Source): void => {
    setSource(next);
    if (next === 'builtin') onChange(builtInTiles);
    else if (next === 'address' && sourceOf(url) !== 'address') onChange('');
  };
  return (
    <>
      <div className="look-field">
        <span id={id}>{text('appearance.tiles')}</span>
        <Radio.Group
          aria-labelledby={id}
          value={source}
          disabled={disabled}
          onChange={(event) => choose(event.target.value as Source)}
          options={[
            { value: 'builtin', label: text('appearance.tilesBuiltIn') },
            { value: 'address', label: text('appearance.tilesAddress') },
            { value: 'file', label: text('appearance.tilesFile') },
          ]}
        />
      </div>
      {source === 'address' ? (
        <TextField
          label={text('appearance.url')}
          hint={text(
            origin === null || permittedTileOrigins(origin)
              ? 'appearance.urlHint'
              : 'appearance.urlAfterwards',
            { places: '{z} {x} {y}', origin: origin ?? '' },
          )}
          fault={fault}
          value={url}
          max={limits.appearance.urlMax}
          latin
          disabled={disabled}
          onChange={(next) => onChange(next.trim())}
        />
      ) : null}
      {source === 'file' ? <TilesFile disabled={disabled} onTiles={onTiles} /> : null}
    </>
  );
}
