import { shapeOfGeometry } from '@eyrie/domain';
import type { Place, ShapeFault } from '@eyrie/geometry';
import { openDrawTool, type DrawnShape, type DrawTool, type MapHost } from '@eyrie/map';
import type { RegionShapeName } from '@eyrie/domain';
import { useEffect, useEffectEvent, useRef } from 'react';
import { addRegionLayers, drawingOf } from '../../modules/region/index.ts';
import type { RegionFields } from './region-fields.ts';
import { drawKindOf, geometryOf, handlesOf, type ShapeState } from './shape-state.ts';

interface Drawing {
  state: ShapeState;
  fields: RegionFields;
  fault: ShapeFault | null;
  snaps: readonly Place[];
  /** Nothing is drawn yet: the pointer begins at once. */
  fresh: boolean;
  onDrawn: (shape: DrawnShape) => void;
}

const colour = '#2FB3A6';

/** The tool that draws, with what is drawn by now: the outline in its own look, and the place of a crossing. */
export const useDrawing = (host: MapHost | null, drawing: Drawing) => {
  const { state, fields, fault, snaps, fresh } = drawing;
  const tool = useRef<DrawTool | null>(null);
  const layers = useRef<ReturnType<typeof addRegionLayers> | null>(null);
  /** What the tool shows already: a gesture of its own needs no second showing. */
  const shown = useRef<string>('');
  const notify = useEffectEvent((shape: DrawnShape) => {
    drawing.onDrawn(shape);
  });
  const begin = useEffectEvent((opened: DrawTool) => {
    tool.current = opened;
    opened.snapTo(snaps);
    const handles = handlesOf(state);
    if (handles) opened.show(handles);
    else if (fresh) opened.draw(drawKindOf(state.shape));
  });

  useEffect(() => {
    if (!host) return undefined;
    let gone = false;
    layers.current = addRegionLayers(host, 'zone-draft');
    const crossing = host.addThings('zone-fault', []);
    void openDrawTool(host, { colour, onDrawn: (shape) => notify(shape) }).then((opened) => {
      if (gone) opened?.dispose();
      else if (opened) begin(opened);
    });
    return () => {
      gone = true;
      tool.current?.dispose();
      tool.current = null;
      layers.current?.dispose();
      layers.current = null;
      crossing.dispose();
    };
  }, [host]);

  useEffect(() => tool.current?.snapTo(snaps), [snaps]);
  const handles = JSON.stringify(handlesOf(state));
  useEffect(() => {
    if (shown.current === handles) return;
    shown.current = handles;
    const read = JSON.parse(handles) as DrawnShape | null;
    if (read) tool.current?.show(read);
  }, [handles]);

  useEffect(() => {
    if (!host) return;
    const geometry = geometryOf(state);
    const { name, kind, colour: own, floor, ceiling, heightReference } = fields;
    const enough = geometry && (state.shape !== 'polygon' || (state.rings[0]?.length ?? 0) > 2);
    layers.current?.set(
      enough
        ? drawingOf(
            { oid: 'draft', name, kind, colour: own, floor, ceiling, heightReference },
            shapeOfGeometry(geometry, state),
            fields.enabled,
          )
        : undefined,
    );
    const at = fault?.at;
    const marks = at ? [{ id: 'fault', ...at, look: 'alarm' as const, badge: '×' }] : [];
    host.addThings('zone-fault', marks);
  }, [host, state, fields, fault]);

  return {
    draw: (shape: RegionShapeName): void => {
      shown.current = 'null';
      tool.current?.draw(drawKindOf(shape));
    },
  };
};
