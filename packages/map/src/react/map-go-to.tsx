import { useId, useState, type FormEvent } from 'react';
import type { MapHost } from '../contract.ts';
import { parseCoordinates, type CoordinatePart } from '../coordinates/parse.ts';

/** Zoom that shows what stands at a place. */
const near = 15;

export interface MapGoToProps {
  readonly host: MapHost | null;
  readonly texts: {
    readonly label: string;
    /** How coordinates may be written. */
    readonly forms: string;
    readonly go: string;
    readonly unknownForm: string;
    readonly outside: (part: CoordinatePart, value: number, least: number, most: number) => string;
  };
  readonly onDone: () => void;
}

/** A field for coordinates in any form; what is refused stays in it, with the reason. */
export const MapGoTo = ({ host, texts, onDone }: MapGoToProps) => {
  const id = useId();
  const [written, setWritten] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const go = (event: FormEvent) => {
    event.preventDefault();
    const read = parseCoordinates(written);
    if ('place' in read) {
      host?.setCamera({ ...read.place, zoom: Math.max(near, host.camera().zoom) }, { animate: true });
      onDone();
      return;
    }
    setRefusal(
      read.refused === 'form'
        ? texts.unknownForm
        : texts.outside(read.refused, read.value, read.least, read.most),
    );
  };
  return (
    <form className="eyrie-map-panel" onSubmit={go}>
      <label htmlFor={id}>{texts.label}</label>
      <div className="eyrie-map-row">
        <input
          id={id}
          dir="ltr"
          autoComplete="off"
          // Opened by a person who is about to write.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={written}
          aria-invalid={refusal !== null}
          aria-describedby={`${id}-said`}
          onChange={(event) => {
            setWritten(event.target.value);
            setRefusal(null);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onDone();
          }}
        />
        <button type="submit">{texts.go}</button>
      </div>
      <p
        id={`${id}-said`}
        role={refusal ? 'alert' : undefined}
        className={refusal ? 'eyrie-map-refused' : ''}
      >
        {refusal ?? texts.forms}
      </p>
    </form>
  );
};
