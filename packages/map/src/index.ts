export type {
  Camera,
  FitOptions,
  Hatch,
  Hit,
  Layer,
  LabelFont,
  LayerInfo,
  LoadState,
  Line,
  MapHost,
  MapMode,
  MapOptions,
  MapTheme,
  MarkerSign,
  MarkerStyle,
  ModeChange,
  Overlay,
  Padding,
  Polygon,
  Spot,
  Stop,
  Terrain,
  Thing,
  ThingLayer,
  TileLayer,
  Tileset,
  Tone,
} from './contract.ts';
export type { Pose, SceneView } from './scene-view.ts';
export { cloudClasses, cloudLooks, type CloudClass, type CloudLook } from './cloud-look.ts';
export { loadFlatAhead } from './create.ts';
export { createNullHost, type NullMapHost } from './null-host.ts';
export { mapThemes, themeFromColours, type PageColours } from './theme.ts';
export { createPacer, type Pacer } from './pace.ts';
export { proveTilesBy } from './tile-proof.ts';
export { MapView, type MapViewProps } from './react/map-view.tsx';
export { MapFoot, type MapFootProps } from './react/map-foot.tsx';
export { MapLegend, type LegendRow, type LegendSymbol } from './react/map-legend.tsx';
export { MapZoom, type MapZoomProps } from './react/map-zoom.tsx';
export { useLines, useMapMode, useOverlay, useThings } from './react/layers.ts';
export { MapGoTo, type FindPlaces, type FoundPlace, type MapGoToProps } from './react/map-go-to.tsx';
export { MapModeSwitch, type MapModeProps } from './react/map-mode.tsx';
export { coordinateForms, type CoordinateForm } from './coordinates/forms.ts';
export { MapMeasure, type MapMeasureProps } from './react/map-measure.tsx';
export { legendColours, legendSymbols, type LegendEntry, type LegendKind } from './legend.ts';
export { drawPicture, printPicture, savePicture, type PictureTexts } from './picture.ts';
export { redo, startHistory, stepTo, undo, type DrawHistory } from './draw/history.ts';
export type { DrawKind, DrawnShape, DrawTool } from './draw/contract.ts';
export { openDrawTool } from './draw/tool.ts';
export { usePolygons } from './react/layers.ts';
export type { HandleKind, HandleTool, HeldKeys, RouteHandle } from './route-edit/contract.ts';
export { useRouteHandles } from './react/route-handles.ts';
