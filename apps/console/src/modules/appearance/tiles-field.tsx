import {
  builtInTiles,
  limits,
  ownTilesOf,
  tileOrigin,
  type AppearanceFault,
  type UploadedTiles,
} from '@eyrie/domain';
import { Radio } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { permittedTileOrigins } from '../../platform/tile-origins.ts';
import { uploadTiles } from './appearance.queries.ts';
import { TextField } from './fields.tsx';
import { UploadField, useUpload } from './upload-field.tsx';

type Source = 'builtin' | 'address' | 'file';

const sourceOf = (url: string): Source =>
  url === builtInTiles ? 'builtin' : ownTilesOf(url) === null ? 'address' : 'file';

export interface TilesFieldProps {
  url: string;
  fault: AppearanceFault | undefined;
  disabled: boolean;
  onChange: (url: string) => void;
  /** A map file has been taken apart: its tiles can be looked at. */
  onTiles: (tiles: UploadedTiles) => void;
}

const megabytes = limits.appearance.tilesBytes / 1_000_000;

/** Sending a map file: what is allowed is said first, then how far it is, then what came of it. */
function TilesFile({ disabled, onTiles }: Pick<TilesFieldProps, 'disabled' | 'onTiles'>): ReactNode {
  const text = useText();
  const { fraction, note, setNote, send } = useUpload();
  const choose = (file: File): void => {
    if (file.size > limits.appearance.tilesBytes) {
      setNote({ fault: true, words: text('appearance.tilesTooLarge', { size: megabytes }) });
      return;
    }
    void send(
      (sending) => uploadTiles(file, sending),
      (made) => {
        const { min, max } = made.tileLevels;
        setNote({ fault: false, words: text('appearance.tilesRead', { count: made.tiles, min, max }) });
        onTiles(made);
      },
    );
  };
  return (
    <UploadField
      label={text('appearance.tilesFile')}
      verb={text('appearance.tilesChoose')}
      accept=".zip,application/zip"
      limits={text('appearance.tilesLimits', { size: megabytes })}
      disabled={disabled}
      fraction={fraction}
      note={note}
      afterwards={text('appearance.tilesReading')}
      onFile={choose}
    />
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
      <div className="look-field ey-grid ey-gap-4">
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
