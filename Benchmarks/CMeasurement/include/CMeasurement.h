#include "AllocationCount.h"
#include "MeasuredCall.h"
