import { drawPicture, printPicture, savePicture, type MapHost } from '@eyrie/map';
import { fontFamily } from '@eyrie/ui/tokens';
import { useFigures } from './figures.ts';
import { directionOf, useLanguage } from './language.ts';
import { legendOf } from './map-legend.ts';
import { useMapTheme } from './map.ts';
import { serverTime } from './server-time.ts';
import { useText } from './text.tsx';

/** Makes a sheet of a map as it is now: with title, legend, scale, north and date. */
export const useMapPicture = (host: MapHost | null): { save: () => void; print: () => void } => {
  const text = useText();
  const figures = useFigures();
  const theme = useMapTheme();
  const language = useLanguage((state) => state.language);
  const draw = async (then: (canvas: HTMLCanvasElement) => Promise<void>): Promise<void> => {
    const at = serverTime() ?? Date.now();
    const centre = host?.camera();
    const canvas = host
      ? await drawPicture(host, theme, {
          title: text('mapLayer.label'),
          date: `${figures.time(at)} ${figures.zone.label}`,
          legend: text('mapTool.legend'),
          looks: {
            live: text('mapTool.legendLive'),
            working: text('mapTool.legendWorking'),
            attention: text('mapTool.legendAttention'),
            alarm: text('mapTool.legendAlarm'),
            offline: text('mapTool.legendOffline'),
          },
          length: figures.length,
          coordinates: centre ? `WGS-84 ${centre.lng.toFixed(6)}, ${centre.lat.toFixed(6)}` : '',
          layers: legendOf(host),
          attribution: host.mode() === '2d' ? '' : 'CesiumJS, Natural Earth',
          direction: directionOf(language),
          family: fontFamily,
        })
      : null;
    if (canvas) await then(canvas);
  };
  const name = () =>
    `map-${new Date(serverTime() ?? Date.now()).toISOString().slice(0, 19).replaceAll(':', '')}.png`;
  return {
    save: () => void draw((canvas) => savePicture(canvas, name())),
    print: () => void draw(printPicture),
  };
};
