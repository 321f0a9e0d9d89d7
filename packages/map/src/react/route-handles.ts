import type { Place } from '@eyrie/geometry';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { MapHost, MapTheme } from '../contract.ts';
import type { HandleListener, HandleTool, RouteHandle } from '../route-edit/contract.ts';
import { openHandleTool } from '../route-edit/tool.ts';
import { useMapMode } from './layers.ts';

export interface ShownHandles extends HandleListener {
  readonly handles: readonly RouteHandle[];
  readonly selected: ReadonlySet<string>;
  /** Lines run from these to the pointer. */
  readonly rubber: readonly Place[];
  readonly theme: MapTheme;
  readonly touch?: boolean;
}

/** Keeps handles on the flat map, also over a change to the globe and back. Where there are none, clicks still come. */
export const useRouteHandles = (host: MapHost | null, shown: ShownHandles): void => {
  const { handles, selected, rubber, theme, touch = false } = shown;
  const mode = useMapMode(host);
  const tool = useRef<HandleTool | null>(null);
  const onClick = useEffectEvent<HandleListener['onClick']>((...given) => shown.onClick(...given));
  const onDoubleClick = useEffectEvent<HandleListener['onDoubleClick']>((...given) =>
    shown.onDoubleClick(...given),
  );
  const onMoved = useEffectEvent<HandleListener['onMoved']>((...given) => shown.onMoved(...given));
  const onDragging = useEffectEvent((id: string, place: Place | null) => shown.onDragging?.(id, place));
  const onHover = useEffectEvent((id: string | null) => shown.onHover?.(id));
  const onMenu = useEffectEvent<HandleListener['onMenu']>((...given) => shown.onMenu(...given));
  const tiesOf = useEffectEvent<HandleListener['tiesOf']>((id) => shown.tiesOf(id));
  const fill = useEffectEvent((opened: HandleTool) => {
    opened.set(handles);
    opened.select(selected);
    opened.rubber(rubber);
  });
  const themeNow = useEffectEvent(() => theme);
  useEffect(() => {
    if (!host) return undefined;
    const opened = openHandleTool(host, {
      theme: themeNow(),
      touch,
      onClick: (...given) => onClick(...given),
      onDoubleClick: (...given) => onDoubleClick(...given),
      onMoved: (...given) => onMoved(...given),
      onDragging: (...given) => onDragging(...given),
      onHover: (...given) => onHover(...given),
      onMenu: (...given) => onMenu(...given),
      tiesOf: (id) => tiesOf(id),
    });
    if (!opened) return host.onClick(({ place, id }) => onClick(place, id, { more: false, upTo: false }));
    tool.current = opened;
    fill(opened);
    return () => {
      opened.dispose();
      tool.current = null;
    };
  }, [host, mode, touch]);
  useEffect(() => tool.current?.set(handles), [handles]);
  useEffect(() => tool.current?.select(selected), [selected]);
  useEffect(() => tool.current?.rubber(rubber), [rubber]);
  useEffect(() => tool.current?.setTheme(theme), [theme]);
};
