import { useState } from 'react';
import { useMapMode } from './layers.ts';
import { mapModes, type MapHost, type MapMode, type ModeChange } from '../contract.ts';

export interface MapModeProps {
  readonly host: MapHost | null;
  readonly texts: {
    readonly group: string;
    readonly modes: Readonly<Record<MapMode, { readonly short: string; readonly long: string }>>;
    /** Said while the globe is loading. */
    readonly loading: string;
    readonly failures: Readonly<Record<Exclude<ModeChange, 'done'>, string>>;
  };
}

/** Flat, round or both, with what stands in the way said under it. */
export const MapModeSwitch = ({ host, texts }: MapModeProps) => {
  const mode = useMapMode(host);
  const [wanted, setWanted] = useState<MapMode | null>(null);
  const [failure, setFailure] = useState<Exclude<ModeChange, 'done'> | null>(null);
  const choose = async (next: MapMode) => {
    if (!host || wanted) return;
    setFailure(null);
    setWanted(next);
    const change = await host.setMode(next);
    setWanted(null);
    if (change !== 'done') setFailure(change);
  };
  return (
    <div className="eyrie-map-mode">
      <div role="group" aria-label={texts.group} className="eyrie-map-bar" dir="ltr">
        {mapModes.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={mode === each}
            // What is seen on the button is part of its name.
            aria-label={`${texts.modes[each].short} ${texts.modes[each].long}`}
            title={texts.modes[each].long}
            disabled={!host}
            onClick={() => void choose(each)}
          >
            {texts.modes[each].short}
          </button>
        ))}
      </div>
      <output className="eyrie-map-said">
        {wanted && wanted !== '2d' ? texts.loading : failure ? texts.failures[failure] : null}
      </output>
    </div>
  );
};
