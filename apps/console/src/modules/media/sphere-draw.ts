import type { Sphere } from '@eyrie/planner';
import type { Look } from './sphere-look.ts';

/** Draws a look at a sphere; its height and width follow the canvas. */
export interface SphereDrawing {
  draw(look: Look): void;
  dispose(): void;
}

/** Pixels of the longest side that are given to the graphics: 4 bytes each, and half of it high. */
const sideMost = 8_192;

const corners = `#version 300 es
void main() {
  vec2 corner = vec2(float((gl_VertexID << 1) & 2), float(gl_VertexID & 2));
  gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}`;

// Each pixel of the canvas is a direction, each direction a place of the photo.
const pixels = `#version 300 es
precision highp float;
uniform sampler2D photo;
uniform vec2 size;
uniform vec3 look;
uniform vec4 part;
out vec4 colour;
const float PI = 3.14159265358979;
void main() {
  vec2 at = (gl_FragCoord.xy * 2.0 - size) / size.y * tan(look.z * 0.5);
  vec3 ray = normalize(vec3(at, 1.0));
  float c = cos(look.y), s = sin(look.y);
  ray = vec3(ray.x, ray.y * c + ray.z * s, ray.z * c - ray.y * s);
  float yaw = atan(ray.x, ray.z) + look.x;
  float pitch = asin(clamp(ray.y, -1.0, 1.0));
  vec2 whole = vec2(fract(yaw / (2.0 * PI) + 0.5), 0.5 - pitch / PI);
  vec2 place = (whole - part.xy) / part.zw;
  bool inside = place.x >= 0.0 && place.x <= 1.0 && place.y >= 0.0 && place.y <= 1.0;
  colour = inside ? vec4(textureLod(photo, place, 0.0).rgb, 1.0) : vec4(0.0, 0.0, 0.0, 1.0);
}`;

const shaderOf = (gl: WebGL2RenderingContext, type: number, source: string): WebGLShader => {
  const shader = gl.createShader(type);
  if (!shader) throw new Error('no shader');
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  return shader;
};

function programOf(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram();
  gl.attachShader(program, shaderOf(gl, gl.VERTEX_SHADER, corners));
  gl.attachShader(program, shaderOf(gl, gl.FRAGMENT_SHADER, pixels));
  gl.linkProgram(program);
  if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true) throw new Error('the shaders do not link');
  return program;
}

function textureOf(gl: WebGL2RenderingContext, photo: ImageBitmap): void {
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB, gl.RGB, gl.UNSIGNED_BYTE, photo);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
  // What lies behind the camera is where both ends of the photo meet.
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.REPEAT);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
}

/** The photo, no larger than the graphics take it. */
async function bitmapOf(blob: Blob, { part }: Sphere, most: number): Promise<ImageBitmap> {
  const side = Math.min(most, sideMost);
  const longest = Math.max(part.width, part.height);
  return longest <= side
    ? createImageBitmap(blob)
    : createImageBitmap(blob, {
        resizeWidth: Math.max(1, Math.round((part.width * side) / longest)),
        resizeHeight: Math.max(1, Math.round((part.height * side) / longest)),
        resizeQuality: 'medium',
      });
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/**
 * Gives a photo to the graphics of the browser, to be looked at from its middle.
 * @throws where the browser has no such graphics, or the photo cannot be read
 */
export async function drawSphere(
  canvas: HTMLCanvasElement,
  blob: Blob,
  sphere: Sphere,
): Promise<SphereDrawing> {
  const gl = canvas.getContext('webgl2', { antialias: false });
  if (!gl) throw new Error('no WebGL 2');
  const dispose = (): void => gl.getExtension('WEBGL_lose_context')?.loseContext();
  try {
    const bitmap = await bitmapOf(blob, sphere, Number(gl.getParameter(gl.MAX_TEXTURE_SIZE)));
    const program = programOf(gl);
    gl.useProgram(program);
    textureOf(gl, bitmap);
    bitmap.close();
    const place = (name: string): WebGLUniformLocation | null => gl.getUniformLocation(program, name);
    const { width, height, part } = sphere;
    gl.uniform4f(place('part'), part.x / width, part.y / height, part.width / width, part.height / height);
    const [size, towards] = [place('size'), place('look')];
    return {
      dispose,
      draw({ yaw, pitch, field }) {
        canvas.width = Math.max(1, Math.round(canvas.clientWidth * devicePixelRatio));
        canvas.height = Math.max(1, Math.round(canvas.clientHeight * devicePixelRatio));
        gl.viewport(0, 0, canvas.width, canvas.height);
        gl.uniform2f(size, canvas.width, canvas.height);
        gl.uniform3f(towards, radians(yaw), radians(pitch), radians(field));
        gl.drawArrays(gl.TRIANGLES, 0, 3);
      },
    };
  } catch (error) {
    dispose();
    throw error;
  }
}
