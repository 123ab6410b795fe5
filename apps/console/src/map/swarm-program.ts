// The WebGL program that draws thousands of markers with one call: each is a rotated square cut from one row of pictures. Knows no map.
// Not by instances: drawn in software, ten thousand of those take four times as long as forty thousand corners.

/** Numbers of one corner: the marker's place (its rounded and its remaining part, x and y each), turn in radians, its picture. */
export const FLOATS = 6;
/** A marker is four corners that say the same; which corner it is follows from their order. */
export const CORNERS = 4;
/** Five states, each with and without the ring of a fault. */
const PICTURES = 10;

/**
 * Places come as two numbers each, since one of 32 bits is metres wrong. They are taken from the middle of the view, at which the
 * differences are exact; the world goes round in x.
 */
const VERTEX = `#version 300 es
in vec4 place;
in vec2 look;
uniform vec4 middle;
uniform vec4 view;
uniform vec2 scale;
uniform float parts[${PICTURES}];
out vec2 texel;
void main() {
  vec2 away = place.xy - middle.xy;
  away.x -= floor(away.x + 0.5);
  away += place.zw - middle.zw;
  vec2 corner = vec2(float(gl_VertexID & 1), float((gl_VertexID >> 1) & 1)) - 0.5;
  corner *= parts[int(look.y)];
  float s = sin(look.x);
  float c = cos(look.x);
  vec2 pixel = away * scale.x + view.zw + mat2(c, s, -s, c) * (corner * scale.y);
  gl_Position = vec4(pixel.x / view.x * 2.0 - 1.0, 1.0 - pixel.y / view.y * 2.0, 0.0, 1.0);
  texel = vec2((look.y + corner.x + 0.5) / ${PICTURES}.0, corner.y + 0.5);
}`;

const FRAGMENT = `#version 300 es
precision mediump float;
uniform sampler2D pictures;
in vec2 texel;
out vec4 colour;
void main() {
  colour = texture(pictures, texel);
}`;

/** Pixels are CSS pixels; `middleX`, `middleY`: the view's middle on the plane, drawn at `atX`, `atY`. */
export type SwarmView = {
  width: number;
  height: number;
  middleX: number;
  middleY: number;
  atX: number;
  atY: number;
  worldPx: number;
  /** Of the pictures' own size. */
  size: number;
};
/** PICTURES square pictures beside each other, with premultiplied alpha. `parts`: how much of each side has anything on it, 0 to 1. */
export type PictureRow = { width: number; height: number; data: Uint8Array; sidePx: number; parts: readonly number[] };

const shaderOf = (gl: WebGL2RenderingContext, kind: number, source: string): WebGLShader | null => {
  const shader = gl.createShader(kind);
  if (shader === null) return null;
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  return shader;
};

/** Lives as long as its WebGL context. Draws nothing where the context is lost already. */
export class SwarmProgram {
  readonly gl: WebGL2RenderingContext;
  readonly #program: WebGLProgram;
  readonly #array: WebGLVertexArrayObject;
  readonly #markers: WebGLBuffer;
  readonly #order: WebGLBuffer;
  readonly #texture: WebGLTexture;
  readonly #uniforms: Record<'middle' | 'view' | 'scale' | 'parts' | 'pictures', WebGLUniformLocation | null>;
  #pictures: Pick<PictureRow, 'sidePx' | 'parts'> = { sidePx: 0, parts: [] };
  #count = 0;
  /** Markers the order of corners is written for. */
  #ordered = 0;

  constructor(gl: WebGL2RenderingContext) {
    this.gl = gl;
    this.#program = gl.createProgram();
    for (const [kind, source] of [
      [gl.VERTEX_SHADER, VERTEX],
      [gl.FRAGMENT_SHADER, FRAGMENT],
    ] as const) {
      const shader = shaderOf(gl, kind, source);
      if (shader !== null) gl.attachShader(this.#program, shader);
    }
    for (const [i, name] of ['place', 'look'].entries()) gl.bindAttribLocation(this.#program, i, name);
    gl.linkProgram(this.#program);
    const uniform = (name: string): WebGLUniformLocation | null => gl.getUniformLocation(this.#program, name);
    this.#uniforms = {
      middle: uniform('middle'),
      view: uniform('view'),
      scale: uniform('scale'),
      parts: uniform('parts'),
      pictures: uniform('pictures'),
    };
    this.#array = gl.createVertexArray();
    this.#markers = gl.createBuffer();
    this.#order = gl.createBuffer();
    this.#texture = gl.createTexture();
    this.#describe();
  }

  setMarkers(floats: Float32Array, count: number): void {
    const { gl } = this;
    this.#count = count;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#markers);
    gl.bufferData(gl.ARRAY_BUFFER, floats, gl.DYNAMIC_DRAW, 0, count * CORNERS * FLOATS);
    if (count > this.#ordered) this.#setOrder(Math.ceil(count * 1.25));
  }

  setPictures({ width, height, data, sidePx, parts }: PictureRow): void {
    const { gl } = this;
    this.#pictures = { sidePx, parts };
    gl.bindTexture(gl.TEXTURE_2D, this.#texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, data);
    for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE);
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
      gl.texParameteri(gl.TEXTURE_2D, filter, gl.LINEAR);
  }

  draw({ width, height, middleX, middleY, atX, atY, worldPx, size }: SwarmView): void {
    if (this.#count === 0) return;
    const { gl } = this;
    const { middle, view, scale, parts, pictures } = this.#uniforms;
    const [x, y] = [Math.fround(middleX), Math.fround(middleY)];
    gl.useProgram(this.#program);
    gl.uniform4f(middle, x, y, middleX - x, middleY - y);
    gl.uniform4f(view, width, height, atX, atY);
    gl.uniform2f(scale, worldPx, this.#pictures.sidePx * size);
    gl.uniform1fv(parts, this.#pictures.parts);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.#texture);
    gl.uniform1i(pictures, 0);
    gl.bindVertexArray(this.#array);
    gl.drawElements(gl.TRIANGLES, this.#count * 6, gl.UNSIGNED_INT, 0);
    gl.bindVertexArray(null);
  }

  close(): void {
    const { gl } = this;
    gl.deleteProgram(this.#program);
    gl.deleteVertexArray(this.#array);
    gl.deleteBuffer(this.#markers);
    gl.deleteBuffer(this.#order);
    gl.deleteTexture(this.#texture);
  }

  /** Two triangles from the four corners of each marker. */
  #setOrder(markers: number): void {
    const { gl } = this;
    const order = new Uint32Array(markers * 6);
    for (let i = 0; i < markers; i += 1)
      order.set(
        [0, 1, 2, 2, 1, 3].map((corner) => i * CORNERS + corner),
        i * 6,
      );
    gl.bindVertexArray(this.#array);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.#order);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, order, gl.STATIC_DRAW);
    gl.bindVertexArray(null);
    this.#ordered = markers;
  }

  /** How the buffer of corners is read. */
  #describe(): void {
    const { gl } = this;
    const stride = FLOATS * Float32Array.BYTES_PER_ELEMENT;
    gl.bindVertexArray(this.#array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#markers);
    for (const [index, size, offset] of [
      [0, 4, 0],
      [1, 2, 4 * Float32Array.BYTES_PER_ELEMENT],
    ] as const) {
      gl.enableVertexAttribArray(index);
      gl.vertexAttribPointer(index, size, gl.FLOAT, false, stride, offset);
    }
    gl.bindVertexArray(null);
  }
}
