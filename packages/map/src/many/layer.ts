import type { CustomLayerInterface, CustomRenderMethodInput, Map as Engine } from 'maplibre-gl';
import type { MapTheme, Thing } from '../contract.ts';
import { unitOf } from '@eyrie/geometry';
import { markerSize, pictures, pixelRatio } from '../maplibre/icons.ts';
import { countInstances, movedMatrix, stride, writeInstances } from './instances.ts';

/** CSS pixels that a thing may lie from the origin before places are told from a nearer one. */
const farFromOrigin = 50_000;
const columns = 4;
const side = markerSize * pixelRatio;

const vertexSource = `#version 300 es
uniform mat4 u_matrix;
uniform vec2 u_pixel;
uniform float u_bearing;
uniform vec2 u_atlas;
in vec2 a_corner;
in vec2 a_place;
in vec3 a_look;
out vec2 v_at;
out float v_alpha;
void main() {
  vec4 place = u_matrix * vec4(a_place, 0.0, 1.0);
  float turn = a_look.y == 0.0 ? 0.0 : a_look.y - u_bearing;
  mat2 turned = mat2(cos(turn), -sin(turn), sin(turn), cos(turn));
  gl_Position = place + vec4((turned * a_corner) * u_pixel * place.w, 0.0, 0.0);
  vec2 cell = vec2(mod(a_look.x, u_atlas.x), floor(a_look.x / u_atlas.x));
  v_at = (cell + vec2(a_corner.x + 0.5, 0.5 - a_corner.y)) / u_atlas;
  v_alpha = a_look.z;
}`;

const fragmentSource = `#version 300 es
precision mediump float;
uniform sampler2D u_pictures;
uniform float u_opacity;
in vec2 v_at;
in float v_alpha;
out vec4 colour;
void main() {
  colour = texture(u_pictures, v_at) * (v_alpha * u_opacity);
}`;

const compile = (gl: WebGL2RenderingContext): WebGLProgram => {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, vertexSource],
    [gl.FRAGMENT_SHADER, fragmentSource],
  ] as const) {
    const shader = gl.createShader(kind);
    if (!shader) throw new Error('This browser gives no shader for the things of the map');
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS))
    throw new Error(`The things of the map cannot be drawn: ${gl.getProgramInfoLog(program)}`);
  return program;
};

/** All symbols of a theme on one sheet, and where each one stands. */
const drawSheet = (
  theme: MapTheme,
): { sheet: OffscreenCanvas; rows: number; numbers: Map<string, number> } => {
  const all = pictures(theme).filter(({ id }) => !id.startsWith('arrow-'));
  const rows = Math.ceil(all.length / columns);
  const sheet = new OffscreenCanvas(columns * side, rows * side);
  const pen = sheet.getContext('2d');
  const numbers = new Map<string, number>();
  for (const [at, { id, data }] of all.entries()) {
    // Smaller pictures stand in the middle of their square.
    const margin = Math.round((side - data.width) / 2);
    pen?.putImageData(data, (at % columns) * side + margin, Math.floor(at / columns) * side + margin);
    numbers.set(id, at);
  }
  return { sheet, rows, numbers };
};

/** What the graphics unit holds of a layer. */
interface Held {
  readonly program: WebGLProgram;
  readonly shape: WebGLVertexArrayObject;
  readonly instances: WebGLBuffer;
  readonly corners: WebGLBuffer;
  readonly texture: WebGLTexture;
}

const hold = (gl: WebGL2RenderingContext): Held => {
  const program = compile(gl);
  const shape = gl.createVertexArray();
  gl.bindVertexArray(shape);
  const corners = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, corners);
  gl.bufferData(
    gl.ARRAY_BUFFER,
    new Float32Array([-0.5, -0.5, 0.5, -0.5, -0.5, 0.5, 0.5, 0.5]),
    gl.STATIC_DRAW,
  );
  const corner = gl.getAttribLocation(program, 'a_corner');
  gl.enableVertexAttribArray(corner);
  gl.vertexAttribPointer(corner, 2, gl.FLOAT, false, 0, 0);
  const instances = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, instances);
  for (const [name, size, offset] of [
    ['a_place', 2, 0],
    ['a_look', 3, 2],
  ] as const) {
    const at = gl.getAttribLocation(program, name);
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, size, gl.FLOAT, false, stride * 4, offset * 4);
    gl.vertexAttribDivisor(at, 1);
  }
  gl.bindVertexArray(null);
  return { program, shape, instances, corners, texture: gl.createTexture() };
};

/** Draws any number of symbols of one layer in one call. */
export interface ManyLayer extends CustomLayerInterface {
  set(things: readonly Thing[]): void;
  recolour(theme: MapTheme): void;
  setOpacity(opacity: number): void;
}

/** A layer for things in such numbers that handing them to the engine's own workers would hold up the page. */
export const createManyLayer = (engine: Engine, id: string, first: MapTheme): ManyLayer => {
  let held: Held | null = null;
  let pictured = drawSheet(first);
  let things: readonly Thing[] = [];
  let buffer: Float32Array = new Float32Array(0);
  let origin = { x: 0.5, y: 0.5 };
  let [fresh, repaint, opacity, count] = [true, true, 1, 0];

  const upload = (gl: WebGL2RenderingContext, own: Held) => {
    const centre = unitOf(engine.getCenter());
    const world = 512 * 2 ** engine.getZoom();
    const far = Math.hypot(centre.x - origin.x, centre.y - origin.y) * world > farFromOrigin;
    if (!fresh && !far) return;
    origin = centre;
    fresh = false;
    buffer = writeInstances(things, origin, pictured.numbers, buffer);
    count = countInstances(things);
    gl.bindBuffer(gl.ARRAY_BUFFER, own.instances);
    gl.bufferData(gl.ARRAY_BUFFER, buffer.subarray(0, count * stride), gl.DYNAMIC_DRAW);
  };
  const paint = (gl: WebGL2RenderingContext, own: Held) => {
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, own.texture);
    if (!repaint) return;
    repaint = false;
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, pictured.sheet);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  };
  return {
    id,
    type: 'custom',
    renderingMode: '2d',
    onAdd: (_map, gl) => {
      held = hold(gl);
      [fresh, repaint] = [true, true];
    },
    onRemove: (_map, own) => {
      if (!held) return;
      own.deleteProgram(held.program);
      own.deleteVertexArray(held.shape);
      own.deleteBuffer(held.instances);
      own.deleteBuffer(held.corners);
      own.deleteTexture(held.texture);
      held = null;
    },
    render: (gl, { defaultProjectionData: { mainMatrix } }: CustomRenderMethodInput) => {
      if (!held || things.length === 0) return;
      gl.bindVertexArray(held.shape);
      upload(gl, held);
      gl.useProgram(held.program);
      paint(gl, held);
      const at = (name: string) => gl.getUniformLocation((held as Held).program, name);
      gl.uniformMatrix4fv(at('u_matrix'), false, movedMatrix(mainMatrix, origin.x, origin.y));
      const { clientWidth, clientHeight } = engine.getCanvas();
      gl.uniform2f(at('u_pixel'), (2 * markerSize) / clientWidth, (2 * markerSize) / clientHeight);
      gl.uniform1f(at('u_bearing'), (engine.getBearing() * Math.PI) / 180);
      gl.uniform2f(at('u_atlas'), columns, pictured.rows);
      gl.uniform1f(at('u_opacity'), opacity);
      gl.disable(gl.DEPTH_TEST);
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
      gl.bindVertexArray(null);
    },
    set: (next) => {
      things = next;
      fresh = true;
      engine.triggerRepaint();
    },
    recolour: (theme) => {
      pictured = drawSheet(theme);
      repaint = true;
      engine.triggerRepaint();
    },
    setOpacity: (next) => {
      opacity = next;
      engine.triggerRepaint();
    },
  };
};
