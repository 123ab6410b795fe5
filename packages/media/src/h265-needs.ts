// What an H.265 stream asks of a decoder, read from its parameter sets: for decoders that cannot do everything, and to know in which
// order pictures are shown. Size and codec string are in h265.ts.
import { removeEmulation } from './annex-b.ts';
import { BitReader } from './bit-reader.ts';
import { MediaError } from './errors.ts';
import { readToBitDepths } from './h265.ts';
import type { ParameterSets } from './parameter-sets.ts';

export type H265Needs = {
  /** 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4. */
  readonly chromaFormat: number;
  /** Of luma or chroma, whichever is more. */
  readonly bitDepth: number;
  /** Blocks may be coded without a transform (clause 7.4.3.3.1). */
  readonly transformSkip: boolean;
  /** So many pictures may come before one that is shown earlier (sps_max_num_reorder_pics of the highest layer). */
  readonly reorderPictures: number;
  readonly width: number;
  readonly height: number;
};

const MAX_REORDER = 16;

/** Clause 7.3.2.3.1, as far as transform_skip_enabled_flag. */
const transformSkipOf = (pps: Uint8Array): boolean => {
  const bits = new BitReader(removeEmulation(pps.subarray(2)));
  bits.ueAtMost(63, 'pps_pic_parameter_set_id');
  bits.ueAtMost(15, 'pps_seq_parameter_set_id');
  bits.skip(7); // dependent_slice_segments_enabled_flag to cabac_init_present_flag
  bits.ueAtMost(14, 'num_ref_idx_l0_default_active_minus1');
  bits.ueAtMost(14, 'num_ref_idx_l1_default_active_minus1');
  bits.se(); // init_qp_minus26
  bits.skip(1); // constrained_intra_pred_flag
  return bits.flag();
};

/** Throws MediaError when a set is missing or malformed. */
export const h265Needs = ({ sps: [sps], pps }: ParameterSets): H265Needs => {
  if (sps === undefined || pps.length === 0) throw new MediaError(0, 'no SPS or no PPS');
  const { bits, parsed } = readToBitDepths(sps);
  bits.ueAtMost(12, 'log2_max_pic_order_cnt_lsb_minus4');
  // Without sub_layer_ordering_info_present_flag only the highest layer is named.
  const layers = bits.flag() ? parsed.temporalLayers : 1;
  let reorderPictures = 0;
  for (let layer = 0; layer < layers; layer += 1) {
    bits.ueAtMost(MAX_REORDER, 'sps_max_dec_pic_buffering_minus1');
    reorderPictures = bits.ueAtMost(MAX_REORDER, 'sps_max_num_reorder_pics');
    bits.ue(); // sps_max_latency_increase_plus1
  }
  const { chromaFormat, bitDepthLuma, bitDepthChroma, width, height } = parsed;
  const bitDepth = Math.max(bitDepthLuma, bitDepthChroma);
  return { chromaFormat, bitDepth, transformSkip: pps.some(transformSkipOf), reorderPictures, width, height };
};
