// The shape of the script that comes with the decoder of @hevcjs/core: what is used of it. No logic.

/** One instance with a memory of its own. Numbers are addresses in it, or 0 for done and others for an error. */
export type HevcModule = {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU16: Uint16Array;
  readonly getValue: (address: number, type: 'i32') => number;
  readonly _malloc: (bytes: number) => number;
  readonly _free: (address: number) => void;
  readonly _hevc_decoder_create: () => number;
  readonly _hevc_decoder_feed: (decoder: number, address: number, bytes: number) => number;
  /** Makes all pictures that are decoded available, in the order of showing. */
  readonly _hevc_decoder_flush: (decoder: number) => number;
  readonly _hevc_decoder_get_drained_frame: (decoder: number, index: number, address: number) => number;
};

/** Its functions by names of ours. */
export const functionsOf = ({
  _malloc: allocate,
  _free: release,
  _hevc_decoder_create: create,
  _hevc_decoder_feed: feed,
  _hevc_decoder_flush: flush,
  _hevc_decoder_get_drained_frame: getPicture,
}: HevcModule) => ({ allocate, release, create, feed, flush, getPicture });

/** Makes an instance. */
export type HevcGlue = (options: {
  readonly print: (text: string) => void;
  readonly printErr: (text: string) => void;
  readonly instantiateWasm: (imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) => void;
}) => Promise<HevcModule>;
