// Whether this browser can draw a map at all. The two answers have different causes and different words for the operator.

/** 'browser': it knows no WebGL 2 at all; 'graphics': it knows it, but gives no context. */
export type WebglSupport = 'yes' | 'browser' | 'graphics';

/** Tries once and gives the context back. */
export const webglSupport = (): WebglSupport => {
  for (const api of ['WebGLRenderingContext', 'WebGL2RenderingContext']) if (!(api in globalThis)) return 'browser';
  const context = document.createElement('canvas').getContext('webgl2');
  if (context === null) return 'graphics';
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return 'yes';
};
