import type { Bounds, Place } from '@eyrie/geometry';
import { useEffect, useId, useState, type FormEvent } from 'react';
import type { MapHost } from '../contract.ts';
import { parseCoordinates, type CoordinatePart } from '../coordinates/parse.ts';

/** Zoom that shows what stands at a place. */
const near = 15;
/** Zoom beyond which a small region is not brought nearer. */
const nearest = 17;

/** Milliseconds after the last key until names are looked for. */
const findAfter = 250;
/** Letters from which names are looked for. */
const findFrom = 2;

/** What goes by a name on this map. */
export interface FoundPlace {
  readonly id: string;
  readonly name: string;
  /** What it is, in the reader's language. */
  readonly kind: string;
  /** Where it is; null where that turns out not to be known. */
  readonly where: () => Promise<Place | Bounds | null>;
}

/** Rejects where names cannot be asked for. */
export type FindPlaces = (written: string, signal: AbortSignal) => Promise<readonly FoundPlace[]>;

export interface MapGoToProps {
  readonly host: MapHost | null;
  readonly texts: {
    readonly label: string;
    /** How coordinates may be written. */
    readonly forms: string;
    readonly go: string;
    readonly unknownForm: string;
    readonly found: string;
    readonly notFound: string;
    readonly notAsked: string;
    readonly noPlace: string;
    readonly outside: (part: CoordinatePart, value: number, least: number, most: number) => string;
  };
  /** Without it only coordinates are understood. */
  readonly find?: FindPlaces | undefined;
  readonly onFound?: ((found: FoundPlace) => void) | undefined;
  readonly onDone: () => void;
}

type Names = readonly FoundPlace[] | 'failed' | null;

/** What goes by the written name: null before it is known, or where coordinates were written. */
const useNames = (written: string, find: FindPlaces | undefined): Names => {
  const [answer, setAnswer] = useState<{ of: string; names: Names }>({ of: '', names: null });
  const wanted = written.trim();
  const asks = find !== undefined && wanted.length >= findFrom && !('place' in parseCoordinates(wanted));
  useEffect(() => {
    if (!asks) return undefined;
    const ending = new AbortController();
    const timer = setTimeout(() => {
      find(wanted, ending.signal).then(
        (names) => !ending.signal.aborted && setAnswer({ of: wanted, names }),
        () => !ending.signal.aborted && setAnswer({ of: wanted, names: 'failed' }),
      );
    }, findAfter);
    return () => {
      ending.abort();
      clearTimeout(timer);
    };
  }, [asks, wanted, find]);
  return asks && answer.of === wanted ? answer.names : null;
};

interface NamesProps {
  readonly names: Names;
  readonly texts: MapGoToProps['texts'];
  readonly onChoose: (found: FoundPlace) => void;
}

const NameList = ({ names, texts, onChoose }: NamesProps) => {
  if (names === null) return null;
  if (names === 'failed') return <p role="alert">{texts.notAsked}</p>;
  if (names.length === 0) return <p role="status">{texts.notFound}</p>;
  return (
    <ul className="eyrie-map-names" aria-label={texts.found}>
      {names.map((found) => (
        <li key={found.id}>
          <button type="button" onClick={() => onChoose(found)}>
            <bdi>{found.name}</bdi> <span>{found.kind}</span>
          </button>
        </li>
      ))}
    </ul>
  );
};

/** A field for coordinates in any form, or for names; what is refused stays in it, with the reason. */
export const MapGoTo = ({ host, texts, find, onFound, onDone }: MapGoToProps) => {
  const id = useId();
  const [written, setWritten] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const names = useNames(written, find);
  const choose = async (found: FoundPlace) => {
    const where = await found.where().catch(() => null);
    if (!where) {
      setRefusal(texts.noPlace);
      return;
    }
    // First: a page that selects it may move the eye too, and this is the move that was asked for.
    onFound?.(found);
    if ('west' in where) host?.fit(where, { maxZoom: nearest, animate: true });
    else host?.setCamera({ ...where, zoom: Math.max(near, host.camera().zoom) }, { animate: true });
    onDone();
  };
  const go = (event: FormEvent) => {
    event.preventDefault();
    const [first] = Array.isArray(names) ? (names as readonly FoundPlace[]) : [];
    if (first) {
      void choose(first);
      return;
    }
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
      <NameList names={names} texts={texts} onChoose={(found) => void choose(found)} />
    </form>
  );
};
