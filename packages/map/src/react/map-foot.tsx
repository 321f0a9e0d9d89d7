import { useEffect, useState, type ReactNode } from 'react';
import type { Place } from '@eyrie/geometry';
import type { MapHost } from '../contract.ts';
import { coordinateForms, coordinateText, type CoordinateForm } from '../coordinates/forms.ts';
import { scaleBar, type ScaleBar } from '../scale.ts';
import { useCamera } from './layers.ts';

/** Longest scale bar in CSS pixels. */
const barRoom = 120;

export interface MapFootProps {
  readonly host: MapHost | null;
  /** The scale's length in words: `200 m`. */
  readonly lengthText: (metres: number) => string;
  /** Says what the coordinates are and that a click on the map keeps them for copying. */
  readonly coordinatesLabel: string;
  readonly copyLabel: string;
  readonly onCopied: () => void;
  /** How coordinates are written, default decimal. */
  readonly form?: CoordinateForm;
  /** Offers the forms to choose from. */
  readonly formChoice?: {
    readonly label: string;
    readonly names: Readonly<Record<CoordinateForm, string>>;
    readonly onChange: (form: CoordinateForm) => void;
  };
  /** More facts at the foot, such as the age of the data. */
  readonly children?: ReactNode;
}

/**
 * Scale, coordinates and whatever else belongs at the foot of a map. The coordinates follow the pointer;
 * away from the map they are those of the last click or, before it, of the centre, and can be copied.
 */
export const MapFoot = ({
  host,
  lengthText,
  coordinatesLabel,
  copyLabel,
  onCopied,
  form = 'decimal',
  formChoice,
  children,
}: MapFootProps) => {
  const [bar, setBar] = useState<ScaleBar | null>(null);
  const [pointer, setPointer] = useState<Place | null>(null);
  const [kept, setKept] = useState<Place | null>(null);
  const [centre, setCentre] = useState<Place | null>(null);
  useCamera(host, (camera) => {
    setBar(host ? scaleBar(host.metresPerPixel(), barRoom) : null);
    setCentre(camera);
  });
  useEffect(() => host?.onPointer(setPointer), [host]);
  useEffect(() => host?.onClick((hit) => setKept(hit.place)), [host]);

  const copyable = kept ?? centre;
  const shown = pointer ?? copyable;
  return (
    <footer className="eyrie-map-foot">
      {bar && (
        <span className="eyrie-map-scale" dir="ltr" style={{ width: bar.pixels }}>
          {lengthText(bar.metres)}
        </span>
      )}
      {shown && copyable && (
        <button
          type="button"
          className="eyrie-map-place"
          aria-label={`${coordinatesLabel} ${coordinateText(copyable, form)} ${copyLabel}`}
          title={copyLabel}
          onClick={() =>
            void navigator.clipboard.writeText(coordinateText(copyable, form)).then(onCopied, () => undefined)
          }
        >
          <bdi dir="ltr">{coordinateText(shown, form)}</bdi>
        </button>
      )}
      {formChoice && (
        <select
          className="eyrie-map-form"
          aria-label={formChoice.label}
          value={form}
          onChange={({ target }) => {
            const next = coordinateForms.find((each) => each === target.value);
            if (next) formChoice.onChange(next);
          }}
        >
          {coordinateForms.map((each) => (
            <option key={each} value={each}>
              {formChoice.names[each]}
            </option>
          ))}
        </select>
      )}
      {children}
    </footer>
  );
};
