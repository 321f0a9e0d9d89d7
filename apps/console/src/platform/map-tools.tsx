import { MapFoot, MapGoTo, MapModeSwitch, MapZoom, type FindPlaces, type MapHost } from '@eyrie/map';
import { Icon, type IconName } from '@eyrie/ui';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import type { FindNamed } from './map-part.ts';
import { MeasurePanel } from './map-measure.tsx';
import { useMapPicture } from './map-picture.ts';
import { useCoordinateForm } from './coordinate-form.ts';
import { useFigures } from './figures.ts';
import { useText } from './text.tsx';
import { showToast } from './toasts.ts';

export interface MapToolsProps {
  /** Null while the map is loading. */
  host: MapHost | null;
}

/** Buttons of a map: nearer, farther, north up. */
export function ZoomButtons({ host }: MapToolsProps): ReactNode {
  const text = useText();
  return (
    <MapZoom
      host={host}
      texts={{
        zoomIn: text('mapLayer.zoomIn'),
        zoomOut: text('mapLayer.zoomOut'),
        north: text('mapLayer.north'),
      }}
    />
  );
}

/** Flat, round or both. */
export function ModeSwitch({ host }: MapToolsProps): ReactNode {
  const text = useText();
  return (
    <MapModeSwitch
      host={host}
      texts={{
        group: text('mapTool.modes'),
        modes: {
          '2d': { short: '2D', long: text('mapTool.mode2d') },
          '3d': { short: '3D', long: text('mapTool.mode3d') },
          split: { short: text('mapTool.splitShort'), long: text('mapTool.modeSplit') },
        },
        loading: text('mapTool.globeLoading'),
        failures: {
          noGraphics: text('mapTool.globeNoGraphics'),
          notLoaded: text('mapTool.globeNotLoaded'),
        },
      }}
    />
  );
}

export interface GoToProps extends MapToolsProps {
  /** What goes by a name; without it only coordinates are understood. */
  find?: FindNamed;
  onFound?: (oid: string) => void;
}

function GoTo({ host, find, onFound, onDone }: GoToProps & { onDone: () => void }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const named = useCallback<FindPlaces>(
    async (written, signal) =>
      ((await find?.(written, signal)) ?? []).map((one) => ({ ...one, kind: text(one.kind) })),
    [find, text],
  );
  return (
    <MapGoTo
      host={host}
      find={find && named}
      onFound={({ id }) => onFound?.(id)}
      onDone={onDone}
      texts={{
        label: text(find ? 'mapTool.goToNameLabel' : 'mapTool.goToLabel'),
        forms: text('mapTool.goToForms'),
        found: text('mapTool.found'),
        notFound: text('mapTool.notFound'),
        notAsked: text('mapTool.notAsked'),
        noPlace: text('mapTool.noPlace'),
        go: text('mapTool.go'),
        unknownForm: text('mapTool.unknownForm'),
        outside: (part, value, least, most) =>
          text('mapTool.outside', {
            part: text(`mapTool.${part}`),
            value: figures.amount(value, undefined, 6),
            least: figures.amount(least),
            most: figures.amount(most, undefined, 2),
          }),
      }}
    />
  );
}

function ToolButton({
  icon,
  word,
  expanded,
  onClick,
}: {
  icon: IconName;
  word: string;
  expanded?: boolean;
  onClick: () => void;
}): ReactNode {
  return (
    <button type="button" aria-label={word} title={word} aria-expanded={expanded} onClick={onClick}>
      <Icon name={icon} size={16} />
    </button>
  );
}

/** Milliseconds that the browser may take to find its place. */
const findWithin = 10_000;

/** The whole tool of a map: mode, zoom, direction, tilt, own place, coordinates, full screen. `children` stand below. */
export function MapTools({ host, find, onFound, children }: GoToProps & { children?: ReactNode }): ReactNode {
  const text = useText();
  const [open, setOpen] = useState<'goTo' | 'measure' | null>(null);
  const toggle = (panel: 'goTo' | 'measure') => setOpen(open === panel ? null : panel);
  const picture = useMapPicture(host);
  const frame = useRef<HTMLDivElement>(null);
  const findMe = (): void =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        host?.setCamera({ lng: coords.longitude, lat: coords.latitude, zoom: 15 }, { animate: true }),
      () => showToast('error', text('mapTool.myPlaceUnknown')),
      { timeout: findWithin, enableHighAccuracy: true },
    );
  const fill = (): void => {
    const map = frame.current?.closest('.eyrie-map');
    // Refused where the page is itself in a frame: the map then stays as it is.
    const change = document.fullscreenElement ? document.exitFullscreen() : map?.requestFullscreen();
    change?.catch(() => undefined);
  };
  return (
    <div className="eyrie-map-tools" ref={frame}>
      <ModeSwitch host={host} />
      <MapZoom
        host={host}
        texts={{
          zoomIn: text('mapLayer.zoomIn'),
          zoomOut: text('mapLayer.zoomOut'),
          north: text('mapLayer.north'),
          tilt: text('mapTool.tilt'),
        }}
      >
        <ToolButton icon="place" word={text('mapTool.myPlace')} onClick={findMe} />
        <ToolButton
          icon="search"
          word={text('mapTool.goTo')}
          expanded={open === 'goTo'}
          onClick={() => toggle('goTo')}
        />
        <ToolButton
          icon="measure"
          word={text('mapTool.measure')}
          expanded={open === 'measure'}
          onClick={() => toggle('measure')}
        />
        <ToolButton icon="download" word={text('mapTool.export')} onClick={picture.save} />
        <ToolButton icon="print" word={text('mapTool.print')} onClick={picture.print} />
        <ToolButton icon="full" word={text('mapTool.fullScreen')} onClick={fill} />
      </MapZoom>
      {open === 'goTo' ? (
        <GoTo host={host} find={find} onFound={onFound} onDone={() => setOpen(null)} />
      ) : null}
      {open === 'measure' ? <MeasurePanel host={host} onClose={() => setOpen(null)} /> : null}
      {children}
    </div>
  );
}

/** Foot of a map: its scale and the place under the pointer, to be copied. `children` stand beside them. */
export function PlaceFoot({ host, children }: MapToolsProps & { children?: ReactNode }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { form, choose } = useCoordinateForm();
  return (
    <MapFoot
      host={host}
      lengthText={figures.length}
      coordinatesLabel={text('mapLayer.coordinates')}
      copyLabel={text('app.copy')}
      onCopied={() => showToast('success', text('app.copied'))}
      form={form}
      formChoice={{
        label: text('mapTool.coordinateForm'),
        names: {
          decimal: text('mapTool.formDecimal'),
          dms: text('mapTool.formDms'),
          utm: 'UTM',
          mgrs: 'MGRS',
        },
        onChange: choose,
      }}
    >
      {children}
    </MapFoot>
  );
}
