# Of what computes long, SIGPROP_TEST_SHARE=K/N builds and runs one share of N; tools/test.sh --all takes K from the commit, so
# that a run can be repeated and commits take turns. Empty: all. Some tests are in one share or another, chosen by
# their names: under sanitizers, where everything takes five to ten times as long, those of methods and above and of Python,
# and in every build the notebooks and the slowest tests of what rarely changes (CMakeLists.txt). Others do a share of their own
# work (tests/support/share.hpp and share.py).

set(SIGPROP_TEST_SHARE "" CACHE STRING "Of the tests that compute long only share K of N, as 0/5 (empty: all)")
if(NOT SIGPROP_TEST_SHARE MATCHES "^([0-9]+/[1-9][0-9]*)?$")
  message(FATAL_ERROR "SIGPROP_TEST_SHARE is K/N, two whole numbers as 0/5, or empty, not '${SIGPROP_TEST_SHARE}'")
endif()

# sigprop_share_work(<test>...): they do a share of their own work
function(sigprop_share_work)
  set_tests_properties(${ARGN} PROPERTIES ENVIRONMENT_MODIFICATION "SIGPROP_TEST_SHARE=set:${SIGPROP_TEST_SHARE}")
endfunction()

# sigprop_in_share(<test's name> <result>)
function(sigprop_in_share name result)
  set(inside TRUE)
  if(SIGPROP_TEST_SHARE MATCHES "^([0-9]+)/([0-9]+)$")
    set(share ${CMAKE_MATCH_1})
    set(parts ${CMAKE_MATCH_2})
    string(SHA256 digest "${name}")
    string(SUBSTRING "${digest}" 0 12 digest)
    math(EXPR part "(0x${digest} - ${share}) % ${parts}")
    if(NOT part EQUAL 0)
      set(inside FALSE)
    endif()
  endif()
  set(${result} ${inside} PARENT_SCOPE)
endfunction()
